// The public API of @pf/mcp. Nothing inside the package imports this file.

export type { ComplianceOptions, ComplianceReport, ToolReport } from './compliance/check-compliance.ts'
export { checkCompliance } from './compliance/check-compliance.ts'
export type { Check } from './compliance/check-declaration.ts'
export type { McpServer, McpServerOptions } from './server/connect-mcp-server.ts'
export { connectMcpServer, mergeServers } from './server/connect-mcp-server.ts'
export type { SkippedTool } from './tools/to-tool-definitions.ts'
