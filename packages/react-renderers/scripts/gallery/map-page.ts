/** What the map of the example shows: water, quays and a mark, drawn here because the address is nobody's. */
export const mapPage = `<!doctype html><title>Harbour</title><style>html,body,svg{margin:0;display:block;width:100%;height:100%}</style>
<svg viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice" role="img" aria-label="Map of the harbour">
<rect width="600" height="400" fill="#e9e7e1"/><path d="M0 260 140 240 180 300 330 290 350 200 470 190 500 250 600 240V400H0z" fill="#a9cbdc"/>
<path d="M0 120 600 60M90 0 160 240M260 0 330 290M430 0 470 190" stroke="#fff" stroke-width="9" fill="none"/>
<path d="M0 180 600 130" stroke="#fff" stroke-width="5" fill="none"/><path d="M180 300 200 352M250 296 268 345M350 250 404 262" stroke="#cfcabd" stroke-width="10"/>
<g fill="#d9d5ca"><path d="M30 40h46v48H30zM190 24h48v60h-48zM290 40h90v40h-90zM500 92h60v30h-60zM360 110h60v44h-60zM190 150h70v40h-70z"/></g>
<path d="M300 232c-24-30-34-42-34-58a34 34 0 0 1 68 0c0 16-10 28-34 58z" fill="#0e6a9b"/><circle cx="300" cy="173" r="12" fill="#fff"/></svg>`
