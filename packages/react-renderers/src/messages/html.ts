/** Messages of an HTML frame. */
export const htmlMessages = { empty: 'This frame has no content.', frame: 'Content made by the assistant' }
