import { capitalize } from '../format/format-values.ts'
import type { Meaning } from './chunk.ts'

const word = (...words: Extract<Meaning, { kind: 'word' }>['word'][]): Meaning => ({ kind: 'word', word: words[0] ?? 'and' })

/** Phrases separated by `|`, with their meaning in every data set. */
const phrases: readonly [string, Meaning][] = [
  // Consecutive rows cannot be requested, although "row" alone is a word for a row.
  ['in a row|in row|consecutive|consecutively|in succession|back to back|in a streak|streak|streaks', { kind: 'unknown' }],
  ['and|as well as|plus|&|but', word('and')],
  ['or', word('or')],
  [',', word('and')],
  [
    'not|but not|except|except for|excluding|exclude|excludes|other than|apart from|besides|no|not from|not in|not of|not on|leaving out|leave out|ignoring',
    word('not'),
  ],
  ['without', word('without')],
  ['than', word('than')],
  [
    'by|per|for each|for every|in each|in every|on each|on every|of each|of every|grouped by|group by|broken down by|split by|across|across all|across the|for the different|for all|depending on|according to|separated by|by each|separately for|for different|among the|colored by|coloured by|sorted by|ranked by|ordered by|ranking by',
    word('by'),
  ],
  ['each|every', word('each')],
  ['between', word('between')],
  ['from', word('from')],
  ['to|through|and up to', word('to')],
  ['in|during|on|for|within|at|throughout', word('in')],
  ['since|starting in|starting from|from the year|beginning in|as of', word('since')],
  ['after|later than|following', word('after')],
  ['before|earlier than|prior to', word('before')],
  ['until|till|up to the year|up until', word('until')],
  ['versus|vs|against|compared to|compared with|in comparison to|in comparison with|relative to|as opposed to', word('versus')],
  ['compare|comparison|comparing|compares|comparison of|comparison between', word('compare')],
  ['how many|number of|the number of|count of|count|amount of days|how often|how frequently|how many times|total number of|number', word('how many')],
  ['how much|by how much|amount|amount of|quantity of', word('how much')],
  ['which|what kind of|what kinds of|what type of|what types of|what sort of', word('which')],
  ['what', word('what')],
  ['when|at what time|on which day|on what day|what date|on which date|which date', word('when')],
  ['where', word('where')],
  ['did|was there|were there|is there|are there any', word('did')],
  ['top', word('top')],
  ['bottom', word('bottom')],
  ['first|earliest|for the first time', word('first')],
  ['latest|most recent|last', word('latest')],
  [
    'ever|of all time|all time|on record|over all years|in any year|over all time|of all years|in all years|over the whole period|over the entire period|in the whole data|ever recorded|ever measured',
    word('ever'),
  ],
  [
    'over time|over the years|trend|trends|trend of|development|develop|developed|evolve|evolved|evolution|history|time series|timeline|over the months|over the decades|through the years|through time|time course|course|year by year|month by month|over the course of time|change over time|changed over time|changes over time|change over the years|changed over the years|how has it changed',
    word('trend'),
  ],
  [
    'change|changed|changes|rise|rises|rose|risen|grow|grew|grown|grows|growth|increase|increased|increases|gain|gained|went up|go up|gone up|growth of|change in|increase in|increase of|rise in',
    word('change'),
  ],
  [
    'fell|falls|fallen|decline|declined|declines|decrease|decreased|decreases|shrink|shrank|shrunk|went down|go down|gone down|decline in|decrease in|drop in|dropped|drop',
    word('fall'),
  ],
  [
    'relation|relationship|relationship between|relation between|correlation|correlation between|correlate|correlates|correlated|correlation of|association between|dependence',
    word('relation'),
  ],
  ['distribution|distribution of|distributed|spread|spread of', word('distribution')],
  ['share|share of|percentage|percentage of|proportion|proportion of|fraction|fraction of|percent of|what percent of|what percent', word('share')],
  ['different|distinct|unique|various|possible', word('distinct')],
  ['with|having|that have|which have|that had|which had|who have|that has|which has', word('with')],
  ['of', word('of')],
  ['or more|or above|or higher|or greater|or heavier|or hotter|and above|or over|and more|+|or warmer|or longer', word('or more')],
  ['or less|or below|or lower|or fewer|or lighter|and below|or under|or colder|or shorter', word('or less')],
  ['difference|difference between|difference in|gap between|gap', word('difference')],
  ['list|list of|list all|enumerate|name all|name the|which ones', word('list')],
  ['exceed|exceeded|exceeds|exceeding|reach|reached|pass|passed|surpass|surpassed|cross|crossed|top the', word('exceed')],
  ['all|any|both|only|just the|solely|exclusively', word('all')],
  ['as', word('as')],
  ['is|are|was|were|be|been|being', word('is')],
  ['average|mean|avg|on average|average of|mean of|typical|averaged|the average|in average', { kind: 'aggregate', name: 'avg' }],
  ['median|median of', { kind: 'aggregate', name: 'median' }],
  ['sum|total|sum of|total of|altogether|in total|combined|overall', { kind: 'aggregate', name: 'sum' }],
  ['minimum|min|minimal|minimum of', { kind: 'aggregate', name: 'min' }],
  ['maximum|max|maximal|maximum of|peak|record', { kind: 'aggregate', name: 'max' }],
  ['standard deviation|standard deviation of|std|stddev|std dev', { kind: 'aggregate', name: 'stddev' }],
  ['highest|greatest|largest|biggest|longest|deepest|top most|strongest|steepest', { kind: 'degree', direction: 'max', degree: 'superlative' }],
  ['lowest|smallest|shortest|tiniest|shallowest|weakest', { kind: 'degree', direction: 'min', degree: 'superlative' }],
  ['most', { kind: 'degree', direction: 'max', degree: 'superlative', amount: true }],
  ['least|fewest', { kind: 'degree', direction: 'min', degree: 'superlative', amount: true }],
  ['most common|most frequent|commonest|most popular|most numerous', { kind: 'degree', direction: 'max', degree: 'superlative', amount: true, common: true }],
  ['least common|least frequent|rarest|least numerous', { kind: 'degree', direction: 'min', degree: 'superlative', amount: true, common: true }],
  ['best', { kind: 'degree', direction: 'max', degree: 'superlative', quality: true }],
  ['worst', { kind: 'degree', direction: 'min', degree: 'superlative', quality: true }],
  ['higher|greater|larger|bigger|longer|deeper', { kind: 'degree', direction: 'max', degree: 'comparative' }],
  ['more', { kind: 'degree', direction: 'max', degree: 'comparative', amount: true }],
  ['lower|smaller|shorter|shallower', { kind: 'degree', direction: 'min', degree: 'comparative' }],
  ['less|fewer', { kind: 'degree', direction: 'min', degree: 'comparative', amount: true }],
  ['how high|how large|how big|how low|how great', { kind: 'filler' }],
  [
    'above|over|more than|greater than|larger than|bigger than|higher than|exceeding|beyond|upwards of|in excess of|>|longer than|deeper than',
    { kind: 'comparison', comparison: '>' },
  ],
  [
    'at least|no less than|not less than|minimum of|not below|not under|>=|a minimum of|not lower than|no fewer than|not fewer than|greater than or equal to|more than or equal to',
    { kind: 'comparison', comparison: '>=' },
  ],
  ['below|under|less than|fewer than|lower than|smaller than|<|beneath|shorter than', { kind: 'comparison', comparison: '<' }],
  [
    'at most|no more than|not more than|up to|not above|not over|<=|a maximum of|not higher than|less than or equal to',
    { kind: 'comparison', comparison: '<=' },
  ],
  ['exactly|equal to|equals|=|equal|of exactly', { kind: 'comparison', comparison: '=' }],
  ['bar chart|bar graph|bar plot|bars|bar|bar diagram|column chart|bar charts|barchart|barplot|horizontal bar chart', { kind: 'form', form: 'bar' }],
  ['line chart|line graph|line plot|line|line diagram|lines|curve|linechart', { kind: 'form', form: 'line' }],
  ['scatter plot|scatter|scatterplot|scatter chart|scatter diagram|scatter graph|point cloud|dot plot', { kind: 'form', form: 'scatter' }],
  ['pie chart|pie|pie diagram|donut chart|doughnut chart|donut|pie graph|piechart', { kind: 'form', form: 'pie' }],
  ['histogram|histogram of', { kind: 'form', form: 'histogram' }],
  ['table|tabular|data table|tabular form|grid|datagrid|spreadsheet|table of', { kind: 'form', form: 'table' }],
  ['chart|graph|diagram|plot|visualization|visualisation|visualize|visualise|chart of|graph of|plot of|graphically|graphic', { kind: 'form', form: 'chart' }],
  ['in numbers|as a number|as text|as a single number', { kind: 'form', form: 'number' }],
  [
    'year by year|by year|per year|each year|every year|yearly|annual|annually|for each year|for every year|in each year|in every year|by years|per annum|by the year|a year',
    { kind: 'grain', grain: 'year' },
  ],
  ['by month|per month|each month|every month|monthly|for each month|in each month|by months|month by month|a month', { kind: 'grain', grain: 'month' }],
  ['by day|per day|each day|every day|day by day|for each day|daily|a day', { kind: 'grain', grain: 'day' }],
  ['by decade|per decade|each decade|every decade|for each decade|by decades|in each decade|a decade', { kind: 'grain', grain: 'decade' }],
  ['by season|per season|each season|every season|for each season|seasonally|in each season|by seasons', { kind: 'grain', grain: 'season' }],
  [
    'by calendar month|by month of the year|per calendar month|by month of year|for each calendar month|in each calendar month',
    { kind: 'grain', grain: 'calendar month' },
  ],
  ['spring|springs|springtime', { kind: 'season', months: [3, 4, 5], name: 'spring (March to May)' }],
  ['summer|summers|summertime', { kind: 'season', months: [6, 7, 8], name: 'summer (June to August)' }],
  ['autumn|autumns|in fall|in the fall|during fall|fall season', { kind: 'season', months: [9, 10, 11], name: 'autumn (September to November)' }],
  ['winter|winters|wintertime', { kind: 'season', months: [12, 1, 2], name: 'winter (December to February)' }],
]

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]
const ordinals: readonly [string, number][] = [
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
]

const decades: readonly [string, number][] = [
  ['fifties', 1950],
  ['sixties', 1960],
  ['seventies', 1970],
  ['eighties', 1980],
  ['nineties', 1990],
]

/** Words that have no meaning in a question about data. All other words must be understood. */
const fillers =
  'a an the how please pls plz kindly show shows showing me give gives display draw plotting make create let see i we you he she it they them their its there here this these those that who whom whose can could would you tell know want wanted wish like need love find get gets fetch retrieve look looking at about into onto out do does doing have has had data dataset set values value figures figure info information recorded observed reported measured registered so then hey hi hello ok okay well my our one ones exist exists existing available live lives lived living found seen among amongst got happen happened happens occur occurred occurs question answer exact precisely form format shape style lie lies readings level levels column columns thank thanks calculate compute determine provide return print output query select entries entry results result items item such sir thing things stand stood come comes belong belongs much'.split(
    ' ',
  )

/** The phrases of the grammar as [words, meaning]. */
export const grammarPhrases: readonly [string, Meaning][] = [
  ...phrases.flatMap(([list, meaning]) => list.split('|').map((phrase): [string, Meaning] => [phrase, meaning])),
  ...months.flatMap((name, index): [string, Meaning][] => [
    [name, { kind: 'month', month: index + 1 }],
    ...(name.length > 4 ? [[name.slice(0, 3), { kind: 'month', month: index + 1 }] as [string, Meaning]] : []),
  ]),
  ['sept', { kind: 'month', month: 9 }],
  ...numbers.map((name, value): [string, Meaning] => [name, { kind: 'number', value }]),
  ['a dozen', { kind: 'number', value: 12 }],
  ...ordinals.map(([name, value]): [string, Meaning] => [name, { kind: 'ordinal', value }]),
  ...decades.map(([name, from]): [string, Meaning] => [name, { kind: 'decade', from }]),
]

export const fillerWords: ReadonlySet<string> = new Set(fillers)

/** Names of the months, January first. */
export const monthNames: readonly string[] = months.map((name) => capitalize(name))
