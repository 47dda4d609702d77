/** Messages of an embedded page. */
export const embedMessages = {
  frame: (host: string) => `Page on ${host}`,
  externalPage: (name: string, host: string) => `${name && `${name}: `}a page on ${host}, which cannot be embedded here.`,
  open: (host: string) => `Open ${host}`,
  noAddress: 'This page has no address.',
  notShowable: 'This page has no address that can be shown.',
  ownAddress: 'This app cannot be embedded in itself.',
}
