/** Messages of an HTML frame. */
export const htmlMessages = {
  empty: 'This frame has no content.',
  frame: 'Content made by the assistant',
  activate: 'Activate',
  /** Describes the button to screen readers. `title` is the title of the frame. */
  activateFrame: (title: string) => `Activate “${title}” to run it and to use it`,
  flood: 'This content was stopped because it sent too many messages to the page.',
  focusTaken: 'This content was stopped because it took the keyboard focus from the page.',
  restart: 'Restart',
}
