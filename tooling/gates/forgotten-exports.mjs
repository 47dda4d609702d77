const warning = /^.*\(ae-forgotten-export\) The symbol "([^"]+)".*\n/gm

/** Returns the names that an API report lists as exported. */
export function exportsOf(report) {
  const declared = [...report.matchAll(/^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|enum|function|interface|type) ([\w$]+)/gm)].map(
    ([, name]) => name,
  )
  const listed = [...report.matchAll(/^export \{ ?([^}]*?) ?\}/gm)].flatMap(([, names]) => names.split(',').map((name) => name.trim().split(' as ').at(-1)))
  return new Set([...declared, ...listed])
}

/** Returns the types to which an API report refers although its entry does not export them. */
export const forgottenIn = (report) => [...report.matchAll(warning)].map(([, name]) => name)

/** Returns the report of a subpath without its warnings about types that the root of the package exports, because a caller imports them from there. */
export const withoutForgotten = (report, rootExports) => report.replace(warning, (line, name) => (rootExports.has(name) ? '' : line))
