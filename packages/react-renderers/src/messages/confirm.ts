/** Messages of a confirmation; the labels stand where the asker gave none, or misleading ones. */
export const confirmMessages = { heading: 'Please confirm', details: 'Details', yes: 'Yes: ', no: 'No: ', confirm: 'Confirm', cancel: 'Cancel' }
