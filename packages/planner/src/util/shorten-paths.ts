const file = String.raw`file:\/{2,3}[^\s'"\x60<>()]+`
const windows = String.raw`(?<![a-z])[a-z]:[\\/]+(?:[^\\/:*?"'<>|\n]{1,200}[\\/]+)*[^\s\\/:*?"'<>|,;)]*`
const share = String.raw`\\\\[\w.$-]+(?:\\+[^\s\\/:*?"'<>|,;)]+)+`
const modules = String.raw`[^\s'"\x60()]*\bnode_modules[\\/][^\s'"\x60:,;()]*`
const home = String.raw`~\/[^\s'"\x60:,;()]+`
// In quotes, as Node writes them, a path may hold spaces.
const quoted = String.raw`(?<=['"\x60])\/[^'"\x60\n:]*\/[^'"\x60\n:]*(?=['"\x60:])`
const posix = String.raw`(?<![\w./\\*~])\/[^\s/'"\x60:,;()<>]+(?:\/[^\s/'"\x60:,;()<>]*)+`
const position = String.raw`(?::\d+){0,2}`

const paths = new RegExp(`(?:${[file, windows, share, modules, home, quoted, posix].join('|')})${position}`, 'gi')
const sure = new RegExp(`^(?:${[file, windows, share, home].join('|')})|node_modules`, 'i')
const roots = [
  ...['root', 'home', 'users', 'tmp', 'var', 'opt', 'usr', 'etc', 'srv', 'mnt', 'media', 'private', 'proc', 'sys', 'dev', 'run', 's?bin', 'lib(?:64)?', 'boot'],
  ...['snap', 'nix', 'volumes', 'library', 'applications', 'system', 'app', 'work', 'workspaces?', 'builds?', 'layers', 'vercel', 'github'],
]
const machine = new RegExp(`^/(?:${roots.join('|')})/`, 'i')
const person = /^(?:\/|[a-z]:[\\/]+)(?:home|users)[\\/]+[^\\/]+[\\/]?$/i
const fileName = /[^\\/]+\.[a-z]\w{0,9}$/i

/** Leaves of each path of a machine the file's name, without line and column. Routes and JSON Pointers, which name no file, stay. */
export function shortenPaths(text: string): string {
  return text.replace(paths, (found) => {
    const [, path = '', after = ''] = /^(.*?)((?::\d+)*[\])}.!?]*)$/s.exec(found) ?? []
    const name = person.test(path) ? undefined : fileName.exec(path)?.[0]
    const end = after.replace(/^(?::\d+)+/, '')
    if (name !== undefined) return `***/${name}${end}`
    return sure.test(path) || machine.test(path) ? `***${end}` : found
  })
}
