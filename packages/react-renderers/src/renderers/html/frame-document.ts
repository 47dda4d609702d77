import { frameCsp } from './frame-csp.ts'

/** The content of the frame as text. */
export interface FrameParts {
  html: string
  css: string
  js: string
}

/** Removes WebRTC and WebTransport: browsers do not implement a Content-Security-Policy directive for them. */
const REMOVE_PEER_CONNECTIONS = `for(const n of ['RTCPeerConnection','webkitRTCPeerConnection','RTCDataChannel','WebTransport'])delete globalThis[n]`
/** Sends the height of the inner document to the outer document, as a number. */
const REPORT_HEIGHT = `(()=>{const t=()=>parent.postMessage(Math.ceil(document.documentElement.getBoundingClientRect().height),'*');new ResizeObserver(t).observe(document.documentElement);t()})()`
/** Passes numbers of the inner document on to the page, and nothing else. The page never reads a message of the inner document. */
const RELAY_NUMBERS = `addEventListener('message',e=>{if(e.source===frames[0]&&typeof e.data==='number')parent.postMessage(e.data,'*')})`
const HEAD = `<meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off"><style>html{font:15px/1.5 system-ui,sans-serif;color:#1c1e22;background:#fff}body{margin:8px}</style>`

/** The inner document with the model's content. It has its own frame, so unbalanced tags cannot affect anything else. */
export const innerDocument = ({ html, css, js }: FrameParts): string =>
  [
    `<!doctype html><html><head>${HEAD}`,
    `<script>${REMOVE_PEER_CONNECTIONS}</script><style>${css.replace(/<\/style/gi, '<\\/style')}</style></head><body>`,
    html,
    `<script>${REPORT_HEIGHT}</script>`,
    js === '' ? '' : `<script>${js.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--')}</script>`,
    '</body></html>',
  ].join('\n')

/** The outer document, which contains the inner document in a frame and applies the policy. */
export const outerDocument = (inner: string, sandbox: string): string =>
  [
    `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${frameCsp}">`,
    '<style>html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;border:0;width:100%;height:100%}</style></head><body>',
    `<script>${RELAY_NUMBERS}</script><iframe title="Content" sandbox="${quoted(sandbox)}" srcdoc="${quoted(inner)}"></iframe>`,
    '</body></html>',
  ].join('')

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The sandbox tokens that may be granted. */
const allowedTokens = new Set(['allow-scripts', 'allow-forms', 'allow-modals', 'allow-pointer-lock', 'allow-orientation-lock', 'allow-presentation'])

/** Removes every sandbox token that would let the content leave its frame. */
export const filterSandboxTokens = (wanted: string): string =>
  [...new Set(wanted.toLowerCase().split(/\s+/))].filter((token) => allowedTokens.has(token)).join(' ')
