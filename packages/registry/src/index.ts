// The public API of @pf/registry. Modules of this package do not import this file.

export type { CompiledPattern } from '@pf/core/internal'
export { compilePattern } from '@pf/core/internal'
export type { Compatibility, RegistryVersion } from './compat/compatibility.ts'
export { compatibility, withoutUnknown } from './compat/compatibility.ts'
export type { ComponentSet } from './component-set.ts'
export { createComponentSet } from './component-set.ts'
export type { AnswerRules, CheckedAnswer } from './contracts/answer-rules.ts'
export { builtInComponents } from './contracts/built-in-components.ts'
export type { Category, ComponentEntry, ComponentFlags } from './contracts/component-entry.ts'
export type { ComponentKit } from './contracts/component-kit.ts'
export type { ComponentText, TextContext } from './contracts/component-text.ts'
export type { MetaTool } from './contracts/meta-tool.ts'
export type { KnownComponents, Registry, TokenCounts } from './contracts/registry-data.ts'
export type { HostChoice, Shape, UrlUse } from './contracts/shape.ts'
export type { SchemaFault, StandaloneValidator } from './contracts/validator-types.ts'
export { defaultRegistry } from './extend/default-registry.ts'
export type { ComponentOverride, RegistryChanges } from './extend/extend-registry.ts'
export { extendRegistry } from './extend/extend-registry.ts'
export type { ValidateProps } from './extend/kit-from-function.ts'
export type { ComponentDescription, RegistryComponent } from './extend/registry-component.ts'
export { withKits } from './extend/with-kits.ts'
export type {
  AccordionProps,
  CalloutProps,
  CodeProps,
  ComponentName,
  ComponentProps,
  ComponentSlot,
  ConfirmProps,
  DatagridProps,
  EchartsProps,
  EmbedProps,
  FormProps,
  GridProps,
  HtmlProps,
  ImageProps,
  JsonProps,
  LatexProps,
  MarkdownProps,
  MermaidProps,
  MetricProps,
  PlotlyProps,
  ReportProps,
  ReportSection,
  SelectOptionProps,
  TabsProps,
  VideoProps,
} from './generated/props.ts'
export { tokenCounts } from './generated/tokens.ts'
export { registryDigest, registryVersion } from './generated/version.ts'
export { dataPathsOf } from './lookup/data-paths.ts'
export { describeComponent } from './lookup/describe-component.ts'
export type { SearchHit } from './lookup/hits-for-words.ts'
export { searchComponents } from './lookup/hits-for-words.ts'
export { metaTools } from './lookup/interactive-tool.ts'
export { catalogView, componentHeight, getComponent, listComponents } from './lookup/list-components.ts'
export type { PolicyLimits } from './policy/limits.ts'
export type { Policy, PolicyOptions } from './policy/policy.ts'
export { createPolicy } from './policy/policy.ts'
export type { RunBudget } from './policy/run-budget.ts'
export { createRunBudget } from './policy/run-budget.ts'
export type { PrefixOptions } from './prefix/valid-prefix.ts'
export type { CatalogTier } from './prompt/catalog-form.ts'
export type { CatalogPromptOptions } from './prompt/catalog-prompt.ts'
export { buildCatalogPrompt } from './prompt/catalog-prompt.ts'
export { maskResult, resultSchemaOf, secretFieldsOf, validateComponent, validateReferencedData, validateResult, validPrefix } from './registry.ts'
export { fallbackText } from './summary/fallback-text.ts'
export { toText } from './summary/to-text.ts'
export type { CheckResult, ComponentCheckOptions } from './validate/check.ts'
export type { ReferencedLocation, ValidateOptions, ValidateResult } from './validate/options.ts'
export type { ResultOptions } from './validate/validate-result.ts'
export { validateKitResult } from './validate/validate-result.ts'
export type { KnownProps } from './validate/validate-tree.ts'
