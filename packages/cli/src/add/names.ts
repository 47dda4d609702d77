/** The forms of a name: `weather-report` for files, `weatherReport` for values, `WeatherReport` for React components, `weather_report` for models. */
export interface Names {
  file: string
  value: string
  type: string
  model: string
}

/** Words that cannot be the name of a variable. */
const reserved =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|with|yield|arguments)$/

/** Returns the forms of a name. Undefined for a name that is not 1 to 40 letters, digits, `-` and `_`, beginning with a letter, or that is a reserved word. */
export function namesOf(name: string): Names | undefined {
  if (!/^[A-Za-z][\w-]{0,39}$/.test(name)) return undefined
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/)
    .filter((word) => word !== '')
  const type = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const value = type.charAt(0).toLowerCase() + type.slice(1)
  return reserved.test(value) ? undefined : { file: words.join('-'), value, type, model: words.join('_') }
}
