/** Configures CodeMirror: readable on a phone, no keyboard trap on Tab, no inline styles. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, undo } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { python } from '@codemirror/lang-python'
import { sql, SQLite } from '@codemirror/lang-sql'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { CODE_MAX, type CodeKind } from '#contract/problems/problems.ts'

const LANGUAGES = {
  python: () => [python(), indentUnit.of('    ')],
  javascript: () => [javascript(), indentUnit.of('  ')],
  sql: () => [sql({ dialect: SQLite, upperCaseKeywords: true }), indentUnit.of('  ')],
} as const

/** Uses the page's colour variables, so that themes and dark mode apply. */
const theme = EditorView.theme({
  '&': { fontSize: '16px', color: 'var(--ink)', backgroundColor: 'transparent', maxHeight: '60vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace', lineHeight: '1.55' },
  '.cm-gutter': { minHeight: '12rem' },
  '.cm-content': { minHeight: '12rem', padding: '12px 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--ink-muted)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--primary) 7%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--primary) 28%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in oklab, var(--success-text) 24%, transparent)',
  },
})
const highlightStyle = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword],
    color: 'var(--primary-text)',
    fontWeight: '600',
  },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--success-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning-text)' },
  { tag: [tags.comment], color: 'var(--ink-muted)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.variableName), tags.definition(tags.function(tags.variableName))],
    color: 'var(--info-text)',
  },
  { tag: [tags.typeName, tags.className], color: 'var(--info-text)' },
  { tag: [tags.invalid], color: 'var(--error-text)' },
])

/** Characters that close automatically or wrap the selection. */
const PAIRED_CHARACTER = /^[([{'"`]$/

/**
 * Replaces a selection when text is typed over it. The browser's own editing would copy the removed text's colours as
 * an inline style, which the page's CSP blocks and reports.
 */
const replaceSelectionOnInput = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event
    if (inputType !== 'insertText' || !data || view.composing) return false
    if (view.state.selection.main.empty || PAIRED_CHARACTER.test(data)) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

export interface Editor {
  show: (text: string) => void
  insert: (text: string) => void
  indent: (more: boolean) => void
  undo: () => void
  close: () => void
}

interface EditorOptions {
  language: CodeKind
  text: string
  label: string
  /** Explains how to leave the editor with the keyboard. */
  hint: string
  onChange: (text: string) => void
}

export const openEditor = (root: ShadowRoot, options: EditorOptions): Editor => {
  let shouldNotify = true
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: extensionsOf(options, () => shouldNotify),
    }),
  })
  return {
    show: (text) => {
      if (view.state.doc.toString() === text) return
      shouldNotify = false
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      shouldNotify = true
    },
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
    indent: (more) => {
      if (more) indentMore(view)
      else indentLess(view)
      view.focus()
    },
    undo: () => {
      undo(view)
      view.focus()
    },
    close: () => view.destroy(),
  }
}

const extensionsOf = (options: EditorOptions, shouldNotify: () => boolean) => [
  lineNumbers(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  EditorState.tabSize.of(4),
  EditorState.changeFilter.of((change) => change.newDoc.length <= CODE_MAX),
  // Tab moves the focus as everywhere on the page; Ctrl+], Ctrl+[ and the row of keys indent.
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
  ...LANGUAGES[options.language](),
  syntaxHighlighting(highlightStyle),
  theme,
  EditorView.contentAttributes.of({
    'aria-label': options.label,
    'aria-description': options.hint,
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    translate: 'no',
  }),
  replaceSelectionOnInput,
  EditorView.updateListener.of((update) => {
    if (update.docChanged && shouldNotify()) options.onChange(update.state.doc.toString())
  }),
]
