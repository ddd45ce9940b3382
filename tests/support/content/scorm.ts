/** Small SCORM packages: like those of authoring tools, and invalid ones. */
import { rawZip, type RawEntry } from './raw-zip.ts'

export interface ScoPart {
  id: string
  title: string
  href: string
  /** XML inside the item of the outline. */
  rules?: string
  parameters?: string
  asset?: boolean
}

const HEAD = {
  '1.2': `<manifest identifier="m" version="1.1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"><metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>`,
  '2004': `<manifest identifier="m" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"><metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>`,
} as const

const itemOf = ({ id, title, rules = '', parameters }: ScoPart) =>
  `<item identifier="i-${id}" identifierref="${id}"${parameters ? ` parameters="${parameters}"` : ''}><title>${title}</title>${rules}</item>`
const resourceOf = (version: '1.2' | '2004', { id, href, asset }: ScoPart) =>
  `<resource identifier="${id}" type="webcontent" adlcp:${version === '1.2' ? 'scormtype' : 'scormType'}="${asset ? 'asset' : 'sco'}" href="${href}"><file href="${href}"/></resource>`

export const scormManifest = (
  version: '1.2' | '2004',
  title: string,
  parts: readonly ScoPart[],
  /** Replaces the default outline of one item per part. */
  outline?: string,
): string =>
  `<?xml version="1.0"?>${HEAD[version]}<organizations default="o"><organization identifier="o"><title>${title}</title>${outline ?? parts.map(itemOf).join('')}</organization></organizations><resources>${parts.map((part) => resourceOf(version, part)).join('')}</resources></manifest>`

export const scormZip = (manifest: string, files: readonly RawEntry[]): Buffer =>
  rawZip([{ name: 'imsmanifest.xml', content: manifest }, ...files])

/**
 * A three-page lesson that stores its page in `cmi.suspend_data` and asks one question on the last page, with 100
 * for the right answer. Like ADL's example, it looks for the API in its parents first and in its own window last.
 */
export const lessonPage = (version: '1.2' | '2004', extra = ''): string => {
  const names =
    version === '1.2'
      ? {
          api: 'API',
          start: 'LMSInitialize',
          get: 'LMSGetValue',
          set: 'LMSSetValue',
          commit: 'LMSCommit',
          end: 'LMSFinish',
        }
      : {
          api: 'API_1484_11',
          start: 'Initialize',
          get: 'GetValue',
          set: 'SetValue',
          commit: 'Commit',
          end: 'Terminate',
        }
  const reportResult =
    version === '1.2'
      ? `set('cmi.core.score.raw', right ? '100' : '20'); set('cmi.core.lesson_status', right ? 'passed' : 'failed')`
      : `set('cmi.score.scaled', right ? '1' : '0.2'); set('cmi.completion_status', 'completed'); set('cmi.success_status', right ? 'passed' : 'failed')`
  const locationKey = version === '1.2' ? 'cmi.core.lesson_location' : 'cmi.location'
  const entryKey = version === '1.2' ? 'cmi.core.entry' : 'cmi.entry'
  const exitKey = version === '1.2' ? 'cmi.core.exit' : 'cmi.exit'
  const markIncomplete =
    version === '1.2'
      ? `set('cmi.core.lesson_status', 'incomplete')`
      : `set('cmi.completion_status', 'incomplete')`
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
<style>body { font: 18px sans-serif; margin: 1rem } button { font: inherit; padding: .6rem 1rem; min-height: 44px }</style>
<script>
  var api = null
  function find(win) {
    for (var tries = 0; tries < 8 && win; tries += 1) {
      if (win.${names.api}) return win.${names.api}
      if (!win.parent || win.parent === win) return null
      win = win.parent
    }
    return null
  }
  api = find(window.parent) || find(window)
  function get(name) { return api.${names.get}(name) }
  function set(name, value) { return api.${names.set}(name, value) }
  var page = 1
  var left = false
  function show() {
    document.getElementById('place').textContent = 'Page ' + page + ' of 3'
    document.getElementById('next').hidden = page === 3
    document.getElementById('question').hidden = page !== 3
  }
  function turn() {
    page += 1
    set('cmi.suspend_data', JSON.stringify({ page: page }))
    set('${locationKey}', String(page))
    api.${names.commit}('')
    show()
  }
  function answer(right) {
    ${reportResult}
    api.${names.commit}('')
    document.getElementById('result').textContent = right ? 'Right!' : 'Not right.'
  }
  window.addEventListener('load', function () {
    document.getElementById('api').textContent = api ? 'connected' : 'no API'
    if (!api) return
    api.${names.start}('')
    document.getElementById('entry').textContent = get('${entryKey}') || 'none'
    if (get('${entryKey}') === 'resume') {
      var kept = get('cmi.suspend_data')
      if (kept) page = JSON.parse(kept).page
    } else ${markIncomplete}
    show()
  })
  window.addEventListener('pagehide', function () {
    if (!api || left) return
    left = true
    set('${exitKey}', 'suspend')
    api.${names.end}('')
  })
</script></head>
<body><h1>A small lesson</h1><p>Run-time: <span id="api">…</span>, entry: <span id="entry"></span></p>
<p id="place"></p><button id="next" onclick="turn()">Next page</button>
<div id="question" hidden><p>Does a SELECT change rows?</p>
<button onclick="answer(false)">Yes</button> <button onclick="answer(true)">No</button></div><p id="result" role="status"></p>
${extra}</body></html>`
}
