/** CodeMirror as this product wants it: large enough for a thumb, tabs that do not trap the keyboard, no inline styles. */
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

/** Colours are the page's roles: they follow theme and darkness by themselves. */
const look = EditorView.theme({
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
const colours = HighlightStyle.define([
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

/** Signs that close themselves, or that wrap what is selected. */
const PAIRED = /^[([{'"`]$/

/**
 * Text written over a selection. Left to the browser, its editing copies the colours of what goes as an inline style,
 * which the page's policy refuses and reports.
 */
const replaceByHand = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event
    if (inputType !== 'insertText' || !data || view.composing) return false
    if (view.state.selection.main.empty || PAIRED.test(data)) return false
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

export const openEditor = (
  root: ShadowRoot,
  options: {
    language: CodeKind
    text: string
    label: string
    /** Says how the keyboard leaves the editor. */
    hint: string
    onChange: (text: string) => void
  },
): Editor => {
  let notifier = true
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        EditorState.tabSize.of(4),
        EditorState.changeFilter.of((change) => change.newDoc.length <= CODE_MAX),
        // Tab moves on, as everywhere in the page; Ctrl+] and Ctrl+[ indent, and the row of keys does.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
        ...LANGUAGES[options.language](),
        syntaxHighlighting(colours),
        look,
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-description': options.hint,
          autocapitalize: 'off',
          autocorrect: 'off',
          spellcheck: 'false',
          translate: 'no',
        }),
        replaceByHand,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && notifier) options.onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    show: (text) => {
      if (view.state.doc.toString() === text) return
      notifier = false
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      notifier = true
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
