/** Buttons and labels that several parts have. */
export const partWords = {
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
}
