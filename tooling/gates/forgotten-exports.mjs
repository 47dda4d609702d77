const warning = /^.*\(ae-forgotten-export\) The symbol "([^"]+)".*\n/gm

/** The names that an API report lists as exported. */
export function exportsOf(report) {
  const declared = [...report.matchAll(/^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|enum|function|interface|type) ([\w$]+)/gm)].map(
    ([, name]) => name,
  )
  const listed = [...report.matchAll(/^export \{ ?([^}]*?) ?\}/gm)].flatMap(([, names]) => names.split(',').map((name) => name.trim().split(' as ').at(-1)))
  return new Set([...declared, ...listed])
}

/** The types that an API report refers to although its entry does not export them. */
export const forgottenIn = (report) => [...report.matchAll(warning)].map(([, name]) => name)

/** The report of a subpath without its remarks on types that the root of the package exports: a caller imports them from there. */
export const withoutForgotten = (report, rootExports) => report.replace(warning, (line, name) => (rootExports.has(name) ? '' : line))
