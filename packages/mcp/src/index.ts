// The whole public face of @pf/mcp; nothing inside the package imports this file.

export type { ComplianceOptions, ComplianceReport, ToolReport } from './compliance/check-compliance.ts'
export { checkCompliance } from './compliance/check-compliance.ts'
export type { Check } from './compliance/check-declaration.ts'
export type { McpServer, McpServerOptions } from './connect-mcp-server.ts'
export { connectMcpServer } from './connect-mcp-server.ts'
export { mergeServers } from './merge-servers.ts'
export type { SkippedTool } from './tools/to-tool-definitions.ts'
