import { tokenize } from './keywords.ts'

/** A language other than English with the reply of the demo to it. */
export interface OtherLanguage {
  tag: string
  message: string
}

interface LanguageSpec extends OtherLanguage {
  /** Frequent words that do not exist in English. */
  words?: string
  script?: RegExp
}

const languages: readonly LanguageSpec[] = [
  {
    tag: 'de',
    words:
      'der die das den dem des ein eine einen einem einer und oder nicht ist sind waren wie viele viel welche welcher welches welchem wer wo wann warum wieviel zeige zeig mir bitte kannst du könntest hallo guten tag morgen abend danke dank vielen von für im zum zur mit auf aus bei nach über jahr jahre monat höchste höchsten niedrigste durchschnitt durchschnittliche durchschnittlich anzahl länder land pinguine pinguin autos wetter arbeitslosigkeit lebenserwartung bevölkerung zwischen gegen lösche schwerste schwersten gibt es ich wir sie hat haben wird werden kann können tabelle diagramm vergleiche schreibe gedicht tschüss servus mein dein heute leben kommen',
    message:
      'Diese Demo versteht nur Englisch. Das eingebaute Modell ist ein Skript, das englische Wörter erkennt; ich habe deshalb nichts berechnet und nichts verändert. Bitte stellen Sie die Frage auf Englisch, zum Beispiel mit einem der Vorschläge unten. Mit einem echten Sprachmodell (OPENAI_API_KEY oder OPENAI_BASE_URL) antwortet die Demo auch auf Deutsch.',
  },
  {
    tag: 'fr',
    words:
      'le la les des du une et est sont combien quel quelle quels quelles comment pourquoi où quand montre montrez moi bonjour bonsoir salut merci de dans pour avec par pays manchots pingouins voitures météo chômage espérance population année moyenne moins entre que qui je elle nous peux pouvez faire',
    message:
      'Cette démo ne comprend que l’anglais. Le modèle intégré est un script qui reconnaît des mots anglais ; je n’ai donc rien calculé ni modifié. Posez la question en anglais, par exemple avec une des suggestions ci-dessous.',
  },
  {
    tag: 'es',
    words:
      'el los las una es son cuántos cuántas cuantos cuantas cuál cual cuáles qué cómo por dónde donde cuándo muestra muéstrame hola buenos días gracias de para sobre país países pingüinos pinguinos coches desempleo esperanza población año promedio entre del hay puedes hacer',
    message:
      'Esta demo solo entiende inglés. El modelo incluido es un guion que reconoce palabras inglesas; por eso no he calculado ni cambiado nada. Haga la pregunta en inglés, por ejemplo con una de las sugerencias de abajo.',
  },
  {
    tag: 'it',
    words:
      'il gli le una è sono quanti quante quale quali che perché dove quando mostra mostrami ciao buongiorno grazie di su paese paesi pinguini tempo disoccupazione vita popolazione anno tra della del delle dei nel nella puoi fare cosa',
    message:
      'Questa demo capisce solo l’inglese. Il modello incluso è uno script che riconosce parole inglesi; perciò non ho calcolato né cambiato nulla. Ponga la domanda in inglese, per esempio con uno dei suggerimenti qui sotto.',
  },
  {
    tag: 'pt',
    words:
      'uma é são quantos quantas qual quais como por onde quando mostre mostra olá ola bom dia obrigado obrigada de para sobre país países pinguins carros desemprego expectativa população média entre dos das na você pode fazer',
    message:
      'Esta demonstração só entende inglês. O modelo incluído é um roteiro que reconhece palavras inglesas; por isso não calculei nem alterei nada. Faça a pergunta em inglês, por exemplo com uma das sugestões abaixo.',
  },
  {
    tag: 'nl',
    words:
      'het een zijn hoeveel welke wat hoe waarom waar wanneer toon laat zien hallo goedemorgen bedankt van voor landen pinguïns werkloosheid levensverwachting bevolking jaar gemiddelde tussen niet je jij kun kunt doen mij ik',
    message:
      'Deze demo begrijpt alleen Engels. Het ingebouwde model is een script dat Engelse woorden herkent; daarom heb ik niets berekend of veranderd. Stel de vraag in het Engels, bijvoorbeeld met een van de suggesties hieronder.',
  },
  {
    tag: 'pl',
    words: 'ile jest są jaki jaka jakie które który pokaż proszę dziękuję cześć dzień dobry dla oraz kraj krajów pingwinów samochodów pogoda',
    message: 'To demo rozumie tylko język angielski. Niczego nie obliczono ani nie zmieniono. Proszę zadać pytanie po angielsku.',
  },
  {
    tag: 'tr',
    words: 'kaç hangi nedir nasıl neden nerede göster lütfen merhaba teşekkürler için ülke penguen araba hava yıl ortalama',
    message: 'Bu demo yalnızca İngilizce anlar. Hiçbir şey hesaplanmadı veya değiştirilmedi. Lütfen soruyu İngilizce sorun.',
  },
  {
    tag: 'ja',
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    message: 'このデモは英語だけを理解します。何も計算せず、何も変更していません。英語で質問してください。',
  },
  { tag: 'ko', script: /\p{Script=Hangul}/u, message: '이 데모는 영어만 이해합니다. 아무것도 계산하거나 변경하지 않았습니다. 영어로 질문해 주세요.' },
  { tag: 'zh', script: /\p{Script=Han}/u, message: '这个演示只懂英语。我没有计算或更改任何内容。请用英语提问。' },
  { tag: 'uk', script: /[іїєґ]/iu, message: 'Ця демонстрація розуміє лише англійську. Нічого не обчислено і не змінено. Поставте запитання англійською.' },
  {
    tag: 'ru',
    script: /\p{Script=Cyrillic}/u,
    message: 'Эта демонстрация понимает только английский. Ничего не вычислено и не изменено. Задайте вопрос по-английски.',
  },
  { tag: 'ar', script: /\p{Script=Arabic}/u, message: 'هذا العرض يفهم الإنجليزية فقط. لم يُحسب شيء ولم يتغير شيء. يرجى طرح السؤال بالإنجليزية.' },
  { tag: 'he', script: /\p{Script=Hebrew}/u, message: 'ההדגמה הזאת מבינה אנגלית בלבד. דבר לא חושב ולא שונה. נא לשאול באנגלית.' },
  {
    tag: 'el',
    script: /\p{Script=Greek}/u,
    message: 'Αυτή η επίδειξη καταλαβαίνει μόνο αγγλικά. Δεν υπολογίστηκε ούτε άλλαξε τίποτα. Παρακαλώ ρωτήστε στα αγγλικά.',
  },
  { tag: 'hi', script: /\p{Script=Devanagari}/u, message: 'यह डेमो केवल अंग्रेज़ी समझता है। कुछ भी गणना या परिवर्तित नहीं किया गया। कृपया अंग्रेज़ी में पूछें।' },
]

const english = new Set(
  'the a an of in is are was were be what which who how when where why many much show me please can could you do does did have has had with for from and or not by than more less most least average give tell i we it that this there all list compare number at as to on life population weather penguins cars countries unemployment delete hello thanks'.split(
    ' ',
  ),
)

/** Returns the language of a message that is not in English, or undefined for English and for an unknown language. */
export function otherLanguageOf(message: string): OtherLanguage | undefined {
  const script = languages.find((language) => language.script?.test(message))
  if (script) return script
  const { tokens } = tokenize(message)
  const own = tokens.filter((token) => english.has(token)).length
  const scored = languages
    .map((language) => ({ language, score: tokens.filter((token) => wordsOf(language).has(token)).length }))
    .sort((left, right) => right.score - left.score)
  const [best] = scored
  return best && best.score > own && best.score * 4 >= tokens.length ? best.language : undefined
}

const wordSets = new Map<string, ReadonlySet<string>>()

function wordsOf({ tag, words = '' }: LanguageSpec): ReadonlySet<string> {
  const set = wordSets.get(tag) ?? new Set(words.split(' ').filter((word) => word !== ''))
  wordSets.set(tag, set)
  return set
}
