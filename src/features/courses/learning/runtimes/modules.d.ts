declare module 'pyodide/pyodide.asm.mjs' {
  const createPyodideModule: (settings: unknown) => Promise<unknown>
  export default createPyodideModule
}
declare module 'sql.js/dist/sql-wasm-browser.js' {
  const initSqlJs: typeof import('sql.js').default
  export default initSqlJs
}
