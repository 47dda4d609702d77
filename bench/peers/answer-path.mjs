/** Follows the events of a JSON parser to the text of `args.answer`, and holds it until `next_node` says that it is an answer. */
export function createAnswerPath() {
  const keys = []
  let node = ''
  let isAnswer = false
  let text = ''
  const inNode = () => keys.length === 1 && keys[0] === 'next_node'
  return {
    open: () => void keys.push(undefined),
    openList: () => void keys.push('[]'),
    close: () => void keys.pop(),
    key(name) {
      keys[keys.length - 1] = name
    },
    text(piece) {
      if (keys.length === 2 && keys[1] === 'answer' && keys[0] === 'args') text += piece
      else if (inNode()) node += piece
    },
    endText() {
      if (inNode()) isAnswer = node === 'final_response'
    },
    take() {
      if (!isAnswer || text === '') return ''
      const taken = text
      text = ''
      return taken
    },
  }
}
