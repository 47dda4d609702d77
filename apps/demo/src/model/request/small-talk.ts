/** Conversation that needs no data. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'capabilities' | 'identity' | 'feelings'

const end = String.raw`[\s!.?,:)]*$`
const address = String.raw`([\s,]+(there|again|everyone|all|friend|you|bot|demo|robot|computer|dear|guys|mate|folks))?`

const patterns: readonly [SmallTalk, RegExp][] = [
  ['greeting', new RegExp(`^\\W*(hi+|hello+|hey+|hiya|howdy|greetings|good (morning|afternoon|evening|day)|yo)${address}${end}`, 'i')],
  [
    'thanks',
    new RegExp(
      `^\\W*((many |great[, ]+|ok(ay)?[, ]+|perfect[, ]+|cool[, ]+)?(thanks|thank you|thx|ty|cheers|much appreciated)( a lot| so much| very much| you| for (the|your|that|this)( \\w+)?)?|(very )?(nice|great|good|cool|perfect|awesome|excellent|well done|super|wow|ok|okay|fine|got it|i see)( job| work| one| answer)?)${address}${end}`,
      'i',
    ),
  ],
  ['goodbye', new RegExp(`^\\W*(bye|goodbye|bye bye|see you( later| soon)?|good night|ciao|farewell)${address}${end}`, 'i')],
  [
    'feelings',
    new RegExp(`^\\W*(how are you|how are you doing|how do you do|how is it going|what'?s up|how'?s it going)( today| doing)?${address}${end}`, 'i'),
  ],
  [
    'identity',
    new RegExp(
      `^\\W*((who|what) (are|r) you|are you (a |an )?(real |human|robot|bot|ai|llm|language model|person|machine|gpt\\S*|chatgpt|scripted)( model| being| ai)?|what('s| is) your name|who (made|built|created|wrote) you|which (model|llm)( are you| is this)?|what model( are you| is this)?|what is this( demo| page| app)?)${end}`,
      'i',
    ),
  ],
  [
    'capabilities',
    new RegExp(
      `^\\W*((so )?(what|which things) (all )?(can|could|do) (you|i|one) (do|ask|help|show|answer|know|offer)( (me|you|for me|with|here|about|with here))*|what (are|is) your (capabilities|abilities|features|functions?|purpose)|what (kinds? of |sort of |type of )?(questions?|things) (can|could|may|do) (i|you|one) (ask|answer)( you| here)?|(can you )?help( me)?( please)?|how (can|do|does) (i|you|this|it) (use|work|help)( you| this| it| me)?( work)?|how does (this|the demo|it) work|(show|give|tell)( me)? (some |a few |me )?(examples?|sample questions?)( questions?)?|examples?|what (else )?is possible( here)?|what else( can you do)?|how do i (start|begin|use (this|you|it))|i need help|instructions|menu|options|commands)${end}`,
      'i',
    ),
  ],
]

/** Returns the kind of small talk if the entire message is small talk, otherwise undefined. */
export function smallTalkOf(message: string): SmallTalk | undefined {
  return patterns.find(([, pattern]) => pattern.test(message))?.[0]
}
