/** Names of the kinds of callouts, used as the heading when there is none and for screen readers. */
export const calloutMessages = { info: 'Info', warning: 'Warning', error: 'Error', success: 'Success', tip: 'Tip', note: 'Note' }
