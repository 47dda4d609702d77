export default {
  // These packages open files and start threads, so they are loaded by Node and not bundled.
  serverExternalPackages: ['@pf/core', '@pf/planner', '@pf/store-sqlite', '@pf/store-postgres', '@pf/testing', 'openai'],
}
