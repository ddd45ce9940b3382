/* A small lesson of its own: a chart to play with and three questions. It keeps its place and says its score (SCORM 1.2). */
;(function () {
  var words = window.WORDS
  var RIGHT = [1, 0, 2]
  var PAGES = 2 + RIGHT.length + 1
  var PASS = 60

  var find = function () {
    var at = window
    for (var tries = 0; tries < 8 && at; tries += 1) {
      if (at.API) return at.API
      if (!at.parent || at.parent === at) break
      at = at.parent
    }
    return null
  }
  var api = find()
  var get = function (name) {
    return api ? api.LMSGetValue(name) : ''
  }
  var set = function (name, value) {
    if (api) api.LMSSetValue(name, String(value))
  }
  var part = function (id) {
    return document.getElementById(id)
  }

  var began = Date.now()
  var kept = { language: null, page: 0, given: [] }
  if (api) api.LMSInitialize('')
  try {
    kept = Object.assign(kept, JSON.parse(get('cmi.suspend_data') || '{}'))
  } catch {
    // Nothing that could be gone on with.
  }
  var known = [kept.language]
    .concat(navigator.languages || [])
    .map(function (one) {
      return String(one || '').slice(0, 2)
    })
    .filter(function (one) {
      return words[one]
    })
  kept.language = known[0] || 'en'

  var percent = function () {
    var right = RIGHT.filter(function (place, index) {
      return kept.given[index] === place
    })
    return Math.round((right.length / RIGHT.length) * 100)
  }
  var keep = function () {
    set('cmi.suspend_data', JSON.stringify(kept))
    set('cmi.core.lesson_location', kept.page)
    if (kept.page === PAGES - 1) {
      set('cmi.core.score.min', 0)
      set('cmi.core.score.max', 100)
      set('cmi.core.score.raw', percent())
      set('cmi.core.lesson_status', percent() >= PASS ? 'passed' : 'failed')
    } else if (get('cmi.core.lesson_status') === 'not attempted') set('cmi.core.lesson_status', 'incomplete')
    if (api) api.LMSCommit('')
  }

  var button = function (text, press) {
    var made = document.createElement('button')
    made.type = 'button'
    made.textContent = text
    made.addEventListener('click', press)
    return made
  }

  var chart = function (stage, text) {
    var values = [95, 100]
    var box = document.createElement('div')
    box.className = 'chart'
    var bars = values.map(function (value) {
      var row = document.createElement('div')
      row.className = 'bar'
      row.appendChild(document.createElement('i'))
      row.appendChild(document.createTextNode(String(value)))
      box.appendChild(row)
      return row.firstChild
    })
    var label = document.createElement('label')
    var range = document.createElement('input')
    range.type = 'range'
    range.max = '94'
    range.value = '90'
    var said = document.createElement('p')
    var draw = function () {
      var from = Number(range.value)
      bars.forEach(function (bar, index) {
        bar.style.width = ((values[index] - from) / (values[1] - from)) * 80 + '%'
      })
      var times = ((values[1] - from) / (values[0] - from)).toFixed(2)
      said.textContent = text.looks.replace('{from}', from).replace('{times}', times)
    }
    range.addEventListener('input', draw)
    label.appendChild(document.createTextNode(text.from))
    label.appendChild(range)
    stage.append(box, label, said)
    draw()
  }

  var question = function (stage, text, index) {
    var list = document.createElement('div')
    list.className = 'choices'
    var given = kept.given[index]
    text.choices.forEach(function (choice, place) {
      var made = button(choice, function () {
        if (kept.given[index] !== undefined) return
        kept.given[index] = place
        keep()
        show(false)
      })
      made.setAttribute('aria-pressed', String(given === place))
      if (given !== undefined) {
        made.disabled = given !== place
        if (place === RIGHT[index]) made.className = 'right'
      }
      list.appendChild(made)
    })
    stage.appendChild(list)
    if (given !== undefined)
      part('answer').textContent =
        (given === RIGHT[index] ? words[kept.language].right : words[kept.language].wrong) + ' ' + text.why
  }

  var show = function (turned) {
    var text = words[kept.language]
    var page = kept.page
    document.documentElement.lang = kept.language
    document.documentElement.dir = kept.language === 'ar' ? 'rtl' : 'ltr'
    part('step').textContent = text.step.replace('{page}', page + 1).replace('{pages}', PAGES)
    part('languages').replaceChildren.apply(
      part('languages'),
      Object.keys(words).map(function (language) {
        var made = button(words[language].name, function () {
          kept.language = language
          keep()
          show(true)
        })
        made.lang = language
        made.setAttribute('aria-pressed', String(language === kept.language))
        return made
      }),
    )
    var stage = part('stage')
    stage.replaceChildren()
    part('answer').textContent = ''
    var asked = page - 2
    var isQuestion = asked >= 0 && asked < RIGHT.length
    var shown = isQuestion ? text.questions[asked] : page < 2 ? text.pages[page] : text.end
    part('title').textContent = shown.title
    part('words').textContent = shown.words.replace('{percent}', percent())
    if (page === 1) chart(stage, text)
    if (isQuestion) question(stage, shown, asked)
    part('back').textContent = text.back
    part('next').textContent = text.next
    part('back').hidden = page === 0
    part('next').hidden = page === PAGES - 1
    part('next').disabled = isQuestion && kept.given[asked] === undefined
    if (turned) part('title').focus()
  }

  var turn = function (by) {
    kept.page = Math.min(PAGES - 1, Math.max(0, kept.page + by))
    keep()
    show(true)
  }
  part('back').addEventListener('click', function () {
    turn(-1)
  })
  part('next').addEventListener('click', function () {
    turn(1)
  })

  var two = function (value) {
    return String(value).padStart(2, '0')
  }
  var left = false
  window.addEventListener('pagehide', function () {
    if (!api || left) return
    left = true
    var seconds = Math.round((Date.now() - began) / 1000)
    var clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
    set('cmi.core.session_time', clock)
    set('cmi.core.exit', kept.page === PAGES - 1 ? '' : 'suspend')
    api.LMSFinish('')
  })
  show(false)
})()
