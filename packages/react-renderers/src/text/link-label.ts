import { truncateText } from '@pf/core/internal'
import { hostOf } from './safe-url.ts'

/** The label of a link whose text is untrusted, as plain text. */
interface LinkLabel {
  /** The given text, or the address in ASCII if the given text is invisible or too long. */
  text: string
  /** The host to show after the link; undefined if `text` already shows it. */
  host: string | undefined
}

/** A longer text would move the host away from its start. */
const MAX_TEXT_LENGTH = 300
const MAX_ADDRESS_LENGTH = 200
/** Matches a visible character: not a mark, space, control, format or unassigned character, and not one of the blank letters and symbols. */
const VISIBLE = /[^\p{M}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]/u

/** True if at least one character of the text is visible. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/**
 * Returns the label of a link with untrusted text. There are more ways to make a text look like another host than can be listed: lookalike
 * letters, invisible characters, the name of a brand. Therefore the host is shown after every text that is not the link's own host.
 */
export function labelLink(text: string, url: URL): LinkLabel {
  if (text.length > MAX_TEXT_LENGTH || !isVisible(text)) return { text: truncateText(url.href, MAX_ADDRESS_LENGTH), host: undefined }
  return { text, host: isOwnHost(text, url) ? undefined : hostOf(url) }
}

/** True for an ASCII text that starts with the link's own host, such as `https://example.org/a` or `example.org`. */
const isOwnHost = (text: string, url: URL) =>
  /^(?:https?:\/\/|mailto:)?([!-.0-~]+?)(?:[/?#][!-~]*)?$/i.exec(text.trim())?.[1]?.toLowerCase() === hostOf(url).toLowerCase()
