/** What the kinds of callouts are called, where they have no heading of their own and for those who do not see the mark. */
export const calloutMessages = { info: 'Info', warning: 'Warning', error: 'Error', success: 'Success', tip: 'Tip', note: 'Note' }
