import type { LanguageRegistration } from 'shiki/core'

/** Loads the grammar of one language. */
export type LanguageLoader = () => Promise<{ default: LanguageRegistration[] }>

const loaders = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  clojure: () => import('shiki/langs/clojure.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  dockerfile: () => import('shiki/langs/dockerfile.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsonc: () => import('shiki/langs/jsonc.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  julia: () => import('shiki/langs/julia.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/makefile.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  matlab: () => import('shiki/langs/matlab.mjs'),
  nginx: () => import('shiki/langs/nginx.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  proto: () => import('shiki/langs/proto.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  svelte: () => import('shiki/langs/svelte.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  terraform: () => import('shiki/langs/terraform.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  zig: () => import('shiki/langs/zig.mjs'),
} satisfies Record<string, LanguageLoader>

const languages: ReadonlyMap<string, LanguageLoader> = new Map(Object.entries(loaders))

const aliases = new Map([
  ['c++', 'cpp'],
  ['c#', 'csharp'],
  ['cs', 'csharp'],
  ['console', 'bash'],
  ['docker', 'dockerfile'],
  ['golang', 'go'],
  ['hcl', 'terraform'],
  ['hs', 'haskell'],
  ['htm', 'html'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['kt', 'kotlin'],
  ['makefile', 'make'],
  ['md', 'markdown'],
  ['patch', 'diff'],
  ['pl', 'perl'],
  ['protobuf', 'proto'],
  ['ps1', 'powershell'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['shellscript', 'bash'],
  ['postgresql', 'sql'],
  ['mysql', 'sql'],
  ['sqlite', 'sql'],
  ['svg', 'xml'],
  ['tex', 'latex'],
  ['ts', 'typescript'],
  ['yml', 'yaml'],
  ['zsh', 'bash'],
])

/** Returns the grammar for a language name or alias; undefined for an unknown language. */
export function languageOf(name: string): { name: string; load: LanguageLoader } | undefined {
  const lower = name.toLowerCase()
  const known = aliases.get(lower) ?? lower
  const load = languages.get(known)
  return load && { name: known, load }
}
