/** What both prompts say about a finish; `key` is the name of the answer field in the format taught. */
export function finishRules(key: 'answer' | 'raw_answer'): string {
  return [
    `"${key}" is required and goes to the user word for word: write the full answer there, not a summary of it and not a promise to answer.`,
    'Artifacts that tools return (charts, tables, files) are collected automatically and reach the user with your answer. Do not repeat them or their data.',
    'Optional beside it, each only when you have something to say:',
    '- "confidence": number from 0 to 1, how sure you are of the answer',
    '- "route": short category, for example "knowledge_base", "calculation", "clarification"',
    '- "requires_followup": true when the answer asks the user for something',
    '- "warnings": list of short strings, caveats and limits of the answer',
    '- "sources": list of {"title", "url"} you relied on',
    '- "suggested_actions": list of {"action_id", "label", "params"}',
    '- "language": two-letter code of the language of the answer',
  ].join('\n')
}
