/** The button of a card whose code did not load: the one word of `parts` that a page needs before any of them. */
export const retryMessage = { retry: 'Try again' }
