/**
 * All tables by name. Core knows none: each feature adds its own in `x.tables.ts` by
 * `declare module '#server/core/db/tables.ts' { interface Tables { … } }` and is their only writer.
 */
// eslint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Tables {}
