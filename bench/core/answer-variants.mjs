const outer = (args) => JSON.stringify({ next_node: 'final_response', args })
const call = (...members) => `{${members.join(',')}}`
const node = '"next_node":"final_response"'

/** Ways in which models write an answer: what is written, and the text a reader has to get out of it at every cut. */
export const answerVariants = [
  { name: 'plain', text: outer({ answer: 'It ships on Monday.' }), answer: 'It ships on Monday.' },
  { name: 'arguments before the node', text: call('"args":{"answer":"It ships."}', node), answer: 'It ships.' },
  { name: 'fields before the answer', text: outer({ confidence: 0.9, warnings: ['a', 'b'], answer: 'Yes.' }), answer: 'Yes.' },
  { name: 'the same key in an object before it', text: outer({ sources: [{ answer: 'not this' }], answer: 'this' }), answer: 'this' },
  { name: 'the same key in an object beside args', text: call('"meta":{"answer":"no"}', node, '"args":{"answer":"yes"}'), answer: 'yes' },
  { name: 'the same key on top', text: call('"answer":"no"', node, '"args":{"answer":"yes"}'), answer: 'yes' },
  { name: 'an object after it', text: outer({ answer: 'yes', extra: { answer: 'no' } }), answer: 'yes' },
  { name: 'short escapes', text: outer({ answer: 'a\n"b"\t\\c/ \b\f\r' }).replace('/', '\\/'), answer: 'a\n"b"\t\\c/ \b\f\r' },
  { name: '\\u escapes', text: outer({ answer: 'caf@ ok' }).replace('@', '\\u00e9'), answer: 'café ok' },
  { name: 'escaped surrogate pairs', text: outer({ answer: 'a@b@' }).replaceAll('@', '\\ud83d\\ude00'), answer: 'a😀b😀' },
  { name: 'characters outside the BMP', text: outer({ answer: '👩‍👩‍👧 📦 e\u0301' }), answer: '👩‍👩‍👧 📦 e\u0301' },
  { name: 'an escaped key', text: call(node, '"args":{"\\u0061nswer":"yes"}'), answer: 'yes' },
  { name: 'JSON in the text', text: outer({ answer: '{"answer":"no"},"args":{' }), answer: '{"answer":"no"},"args":{' },
  { name: 'a backslash at the end', text: outer({ answer: 'C:\\' }), answer: 'C:\\' },
  { name: 'white space everywhere', text: JSON.stringify({ next_node: 'final_response', args: { answer: 'yes' } }, null, '\t'), answer: 'yes' },
  { name: 'a tool that has an argument of that name', text: JSON.stringify({ next_node: 'quiz', args: { answer: '42' } }), answer: '' },
  { name: 'a code fence', text: `\`\`\`json\n${outer({ answer: 'yes' })}\n\`\`\``, answer: 'yes' },
  { name: 'prose before it', text: `Here it is: ${outer({ answer: 'yes' })}`, answer: 'yes' },
  { name: 'a thought before it', text: `<think>{"answer": "no"}</think>${outer({ answer: 'yes' })}`, answer: 'yes' },
  { name: 'a raw line break', text: outer({ answer: 'a@b' }).replace('@', '\n'), answer: 'a\nb' },
]
