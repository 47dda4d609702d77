/**
 * What the document around the model's may load: nothing from anywhere. It stands in the outer document, so that it also decides where
 * the inner one may go: a document's own policy does not hold it back from leaving.
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
].join('; ')
