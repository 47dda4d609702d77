const chat = document.querySelector('pf-chat')
const state = document.querySelector('#state')

// A stored id shows the same conversation after a reload.
chat.threadId = sessionStorage.thread
chat.examples = [
  { ask: 'How did orders develop?', shows: 'A chart' },
  { ask: 'Book a table', shows: 'A form' },
]
chat.addEventListener('pf-thread', ({ detail }) => {
  sessionStorage.thread = detail.threadId
})
chat.addEventListener('pf-answer', ({ detail }) => {
  state.textContent = `Answered: ${detail.turn.status}`
})
chat.addEventListener('pf-question', () => {
  state.textContent = 'Waiting for you'
})
chat.addEventListener('pf-error', ({ detail }) => {
  state.textContent = `${detail.code}: ${detail.message}`
})
document.querySelector('#new').addEventListener('click', () => chat.newThread())
