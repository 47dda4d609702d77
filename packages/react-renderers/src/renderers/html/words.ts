/** Fixed words of a page in a frame. */
export const htmlWords = { empty: 'This frame has no content.', frame: 'Content made by the assistant' }
