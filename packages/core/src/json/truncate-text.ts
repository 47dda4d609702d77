/** Shortens a text to at most `maxLength` UTF-16 units. A text that is cut ends with an ellipsis, and a surrogate without its partner becomes U+FFFD. */
export function truncateText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}
