/** The label of the retry button. It is separate from the messages of `parts` because a page needs it before any of them. */
export const retryMessage = { retry: 'Try again' }
