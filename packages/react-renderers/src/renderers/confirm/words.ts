/** Fixed words of a confirmation; the labels stand where the asker gave none, or misleading ones. */
export const confirmWords = { heading: 'Please confirm', details: 'Details', yes: 'Yes: ', no: 'No: ', confirm: 'Confirm', cancel: 'Cancel' }
