/** Table nodes of the allow-list: rows of cells, without spans and widths. */
import { Extension, Node, type Editor } from '@tiptap/core'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables'

/** The library requires spans and widths; they are always one and never written. */
const spans = () => ({
  colspan: { default: 1, rendered: false },
  rowspan: { default: 1, rendered: false },
  colwidth: { default: null, rendered: false },
})

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: (extension) => ({ tableRole: roles[extension.name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})
const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})
const cell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: spans,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

const tableKeys = Extension.create({
  name: 'tableKeys',
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return {
      Tab: () => goToNextCell(1)(this.editor.state, this.editor.view.dispatch),
      'Shift-Tab': () => goToNextCell(-1)(this.editor.state, this.editor.view.dispatch),
    }
  },
})

export const tableNodes = [table, tableRow, cell('tableCell', 'td'), cell('tableHeader', 'th'), tableKeys]

const ROWS = 3
const COLUMNS = 3

/** Inserts a table of three rows and three columns with a header row. */
export const insertTable = (editor: Editor) => {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: COLUMNS }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  const rows = Array.from({ length: ROWS }, (_, index) => row(index === 0 ? 'tableHeader' : 'tableCell'))
  const position = editor.state.selection.from
  editor.chain().focus().insertContent({ type: 'table', content: rows }).run()
  // Into the first cell, past the opening positions of table, row, cell and paragraph.
  editor.commands.setTextSelection(position + 3)
}

export const isCursorInTable = (editor: Editor): boolean => isInTable(editor.state)

const commands = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  removeRow: deleteRow,
  removeColumn: deleteColumn,
  removeTable: deleteTable,
}
export type TableAction = keyof typeof commands
export const tableActions = Object.keys(commands) as TableAction[]

export const changeTable = (editor: Editor, action: TableAction) => {
  commands[action](editor.state, editor.view.dispatch)
  editor.commands.focus()
}
