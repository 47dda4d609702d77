/** Messages of a confirmation. The labels are used when the request has none or misleading ones. */
export const confirmMessages = { heading: 'Please confirm', details: 'Details', yes: 'Yes: ', no: 'No: ', confirm: 'Confirm', cancel: 'Cancel' }
