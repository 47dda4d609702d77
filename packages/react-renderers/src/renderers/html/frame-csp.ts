/**
 * The Content-Security-Policy of the outer document, which forbids network access. It also restricts the navigation of the inner document,
 * which a policy of the inner document could not do.
 */
export const frameCsp = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "frame-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  // Browsers without this directive ignore it; `frame-document.ts` removes the interfaces as well.
  "webrtc 'block'",
].join('; ')
