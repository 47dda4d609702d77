const local = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** An address of the usual form; quoted local parts and addresses in brackets are no such. */
export function emailFault(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const fine = at > 0 && local.test(text.slice(0, at)) && domain.split('.').every((part) => label.test(part))
  return fine ? undefined : 'an e-mail address'
}

/** A whole web address: others could run script where somebody clicks on them. */
export const webFault = (text: string): string | undefined =>
  /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) ? undefined : 'a whole address with https:// or http://'

/** Digits with what people write between them. */
export const telFault = (text: string): string | undefined =>
  /^[\p{Nd} +()./#*,;:x-]*(?:ext\.? ?)?\p{Nd}[\p{Nd} ()./#*,;-]*$/iu.test(text) ? undefined : 'a telephone number'

/** `#rrggbb` */
export const colorFault = (text: string): string | undefined => (/^#[0-9a-f]{6}$/i.test(text) ? undefined : 'a colour such as #0a84ff')
