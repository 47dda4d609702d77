export declare function casingFaults(report: string): string[]
