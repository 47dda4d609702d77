import { frameCsp } from './frame-csp.ts'

/**
 * A page for hosts whose Content-Security-Policy forbids inline scripts. A frame without an address inherits that policy, but this page has
 * its own. Serve `body` as text/html with `csp` as its Content-Security-Policy header, and pass its address to PfProvider as
 * `htmlSandboxUrl`. The `frame-src` of the page must allow only that address.
 */
export const sandboxDocument: { readonly body: string; readonly csp: string } = {
  csp: `${frameCsp}; sandbox allow-scripts`,
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${frameCsp}">
<title>Sandbox</title>
<style>html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;border:0;width:100%;height:100%}</style>
</head>
<body>
<script>
const nonce = location.hash.slice(1)
let shown = false
addEventListener('message', ({ source, data }) => {
  if (source === frames[0] && typeof data === 'number') parent.postMessage(data, '*')
  if (shown || source !== parent || parent === self || data?.pf !== 'html' || data.nonce !== nonce) return
  if (typeof data.html !== 'string' || typeof data.sandbox !== 'string') return
  shown = true
  const frame = document.createElement('iframe')
  frame.title = 'Content'
  frame.setAttribute('sandbox', data.sandbox.split(' ').filter((token) => /^allow-(scripts|forms|modals|pointer-lock|orientation-lock|presentation)$/.test(token)).join(' '))
  frame.srcdoc = data.html
  document.body.append(frame)
})
parent.postMessage({ pf: 'ready', nonce }, '*')
</script>
</body>
</html>
`,
}
