/** SQL problems: a fresh SQLite database in WebAssembly for every run. */
import type { Database, QueryExecResult } from 'sql.js'
import initSqlJs from 'sql.js/dist/sql-wasm-browser.js'
import type { QueryResult } from '#contract/problems/problems.ts'
import { truncateOutput } from './truncate-output.ts'
import type { Program, RunResult } from './protocol.ts'
import { serve } from './serve.ts'

/** Rows kept of a result; a join without a condition returns millions. */
const ROWS_MAX = 1000

type Value = QueryExecResult['values'][number][number]
const toJsonValue = (value: Value): QueryResult['rows'][number][number] =>
  value instanceof Uint8Array ? `[${value.length} bytes]` : value

/** Runs every statement; the result is that of the last statement with columns. */
const runQuery = (database: Database, code: string): QueryResult => {
  let last: QueryResult = { columns: [], rows: [] }
  for (const statement of database.iterateStatements(code)) {
    const columns = statement.getColumnNames()
    const rows: QueryResult['rows'] = []
    while (statement.step()) if (rows.length < ROWS_MAX) rows.push(statement.get().map(toJsonValue))
    if (columns.length > 0) last = { columns, rows }
  }
  return last
}

serve(async (files, memory) => {
  const wasm = files['sql-wasm-browser.wasm']
  if (!wasm) throw new Error('the engine is missing')
  const { Database } = await initSqlJs({ wasmBinary: wasm })
  return (program: Program): RunResult => {
    const database = new Database()
    memory.set(program.memoryMb)
    const fail = (error: unknown): RunResult => {
      const message = error instanceof Error ? error.message : String(error)
      if (memory.hit() || /out of memory/i.test(message))
        return { outcome: 'memory', output: '', printed: '', error: '' }
      return { outcome: 'error', output: '', printed: '', error: truncateOutput(message, 4000) }
    }
    try {
      database.run(program.input)
      const result = runQuery(database, program.code)
      const json = JSON.stringify(result)
      // Truncated JSON is unusable, so a large result keeps fewer rows.
      return {
        outcome: 'output',
        output: json.length <= 20_000 ? json : JSON.stringify({ ...result, rows: result.rows.slice(0, 50) }),
        printed: '',
        error: '',
      }
    } catch (error) {
      return fail(error)
    } finally {
      database.close()
    }
  }
})
