/** The reason why a request is refused before it is read as a question. */
export type Refusal = 'write' | 'sql' | 'secrets' | 'forecast' | 'cause' | 'advice' | 'creative' | 'code' | 'present' | 'definition'

const object =
  '(all|any|every|everything|the|these|this|that|my|a|an|some|whole|entire|table|tables|data|database|row|rows|record|records|column|columns|file|files|cars?|weather|penguins?|countr\\w+|unemployment|co2|gapminder|views?)'

const patterns: readonly [Refusal, RegExp][] = [
  [
    'write',
    new RegExp(
      `\\b(delete|erase|truncate|wipe|purge|destroy|uninstall|shut\\s?down|rm\\s+-|drop\\s+(table|database|schema|view|column|${object})|kill\\s+(the|all|process|server)|hack|overwrite)\\b`,
      'i',
    ),
  ],
  [
    'write',
    new RegExp(
      `^\\W*(please\\s+|can you\\s+|could you\\s+|would you\\s+|now\\s+|just\\s+|i want (you )?to\\s+|go ahead and\\s+)*(remove|clear|insert|update|alter|modify|edit|rename|replace|set|add|append|write|change|increase|decrease|reset|import|upload|execute|format|grant|revoke|vacuum|attach|copy|empty|move|merge)\\s+(${object}|\\w+\\s+(from|into|in|to)|into)\\b(?!.*\\b(chart|graph|plot|bars?|lines?|scatter|pie|to a table|poem|song|story|joke|essay|code|function|script|program|haiku|letter|mail|email)\\b)`,
      'i',
    ),
  ],
  [
    'write',
    /^\W*(insert\s+into|update\s+\w+\s+set|alter\s+table|create\s+(or\s+replace\s+)?(temp\w*\s+)?(database|schema|index|view|table\s+\w+\s*(\(|as\b)))/i,
  ],
  ['write', /;\s*(drop|delete|insert|update|alter|truncate)\b/i],
  [
    'sql',
    /^\W*(select\b.*\bfrom\s+(cars|weather|penguins|gapminder|unemployment|co2|information_schema|duckdb_\w+)\b|with\s+\w+\s+as\s*\(|pragma\b|describe\s+\w+\s*;|select\s+\*)/i,
  ],
  [
    'secrets',
    /\b(system prompt|your (instructions|prompt|rules)|ignore (all|your|the|any|previous|every)|disregard (all|your|the|previous)|api[- ]?key|passwords?|secrets?|credentials?|jailbreak|developer mode|\/etc\/|environment variables?|access tokens?)\b/i,
  ],
  [
    'creative',
    /\b(poems?|haikus?|limericks?|songs?|lyrics|jokes?|riddles?|essays?|fairy ?tales?|novels?|bedtime story|(tell|write|invent)( me| us)? (a|an|another) (\w+ )?story|rap|sonnets?|rhymes?|translate|translation)\b/i,
  ],
  [
    'code',
    /\b(python|javascript|typescript|java|rust|golang|regex|html|css|source code|write (me )?(a |some |the )?(code|function|script|program|sql|query|class|unit test)|fibonacci|algorithm|debug|compile|refactor)\b/i,
  ],
  [
    'forecast',
    /\b(forecasts?|predict(s|ed|ion|ions)?|tomorrow|next (year|month|week|day|decade|summer|winter)|in the future|future|will\b.*\b(be|rise|fall|grow|rain|snow|reach|have|become)|going to (be|rise|fall|grow|rain|snow|reach)|outlook|projection|expected in)\b/i,
  ],
  ['present', /\b(today|right now|currently|yesterday|tonight|this (year|month|week|morning|evening)|nowadays|these days|at the moment)\b/i],
  [
    'definition',
    /\b(what|whats) (do|does|did) .+ (mean|stand for)\W*$|\b(meaning|definition) of\b|^\W*define\b|\bwhat is meant by\b|^\W*what(['’]?s| is| are) an? (?!average|typical|mean|median)[\w-]+( [\w-]+)?\W*$/i,
  ],
  ['cause', /\bwhy\b|\bhow come\b|\bwhat (is |are |was |were )?(the )?(causes?|caused|reasons?)\b|\bbecause of what\b|\breasons? (for|why)\b/i],
  ['advice', /\b(should (i|we|one)|recommend|advice|advise|suggest (me )?(a|an|some)|invest|buy|which .* is (the )?(prettiest|nicest|coolest|cutest))\b/i],
]

/** Returns the reason to refuse a request, or undefined if it may be a question about the data. */
export function refusalOf(question: string): Refusal | undefined {
  return patterns.find(([, pattern]) => pattern.test(question))?.[0]
}
