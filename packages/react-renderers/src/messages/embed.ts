/** Messages of a page of another site. */
export const embedMessages = {
  frame: (host: string) => `Page on ${host}`,
  elsewhere: (name: string, host: string) => `${name && `${name}: `}a page on ${host}, which is not shown inside this one.`,
  open: (host: string) => `Open ${host}`,
  noAddress: 'This page has no address.',
  notShowable: 'This page has no address that can be shown.',
  ownAddress: 'This app is not shown inside itself.',
}
