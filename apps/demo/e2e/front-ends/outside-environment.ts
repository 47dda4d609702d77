const quiet = { DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false', npm_config_update_notifier: 'false' }

/** Returns the environment without the variables that pnpm and vitest set. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_(registry|cache|userconfig|.*proxy|cafile)$)|pnpm_|vite|node_env|node_options)/i.test(name),
  )
  return { ...Object.fromEntries(own), ...quiet }
}
