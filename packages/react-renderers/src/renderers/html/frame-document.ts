import { frameCsp } from './frame-csp.ts'

/** What the model wrote, each part as text. */
export interface FrameParts {
  html: string
  css: string
  js: string
}

/** No policy covers calls between browsers, and browsers do not know the directive that would. */
const REMOVE_PEER_CONNECTIONS = `for(const n of ['RTCPeerConnection','webkitRTCPeerConnection','RTCDataChannel','WebTransport'])delete globalThis[n]`
/** Tells the frame's height, and only that; the number is checked outside. */
const REPORT_HEIGHT = `(()=>{const t=()=>parent.parent.postMessage({pf:'height',height:Math.ceil(document.documentElement.getBoundingClientRect().height)},'*');new ResizeObserver(t).observe(document.documentElement);t()})()`
const HEAD = `<meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off"><style>html{font:15px/1.5 system-ui,sans-serif;color:#1c1e22;background:#fff}body{margin:8px}</style>`

/** The model's document. It stands in a frame of its own, so what closes a tag early harms nobody but itself. */
export const innerDocument = ({ html, css, js }: FrameParts): string =>
  [
    `<!doctype html><html><head>${HEAD}`,
    `<script>${REMOVE_PEER_CONNECTIONS}</script><style>${css.replace(/<\/style/gi, '<\\/style')}</style></head><body>`,
    html,
    `<script>${REPORT_HEIGHT}</script>`,
    js === '' ? '' : `<script>${js.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--')}</script>`,
    '</body></html>',
  ].join('\n')

/** The document that holds the model's in a second frame and lets nothing out of both. */
export const outerDocument = (inner: string, sandbox: string): string =>
  [
    `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${frameCsp}">`,
    '<style>html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;border:0;width:100%;height:100%}</style></head><body>',
    `<iframe title="Content" sandbox="${quoted(sandbox)}" srcdoc="${quoted(inner)}"></iframe>`,
    '</body></html>',
  ].join('')

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What a frame may ever be given: nothing of it leads out of the frame. */
const allowedTokens = new Set(['allow-scripts', 'allow-forms', 'allow-modals', 'allow-pointer-lock', 'allow-orientation-lock', 'allow-presentation'])

/** The host's sandbox value without anything that would let a frame out, whoever made the policy. */
export const filterSandboxTokens = (wanted: string): string =>
  [...new Set(wanted.toLowerCase().split(/\s+/))].filter((token) => allowedTokens.has(token)).join(' ')
