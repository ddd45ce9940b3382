/* A small SCORM 1.2 lesson: an interactive chart and three questions. It stores its state and reports its score. */
;(function () {
  var words = window.WORDS
  var RIGHT = [1, 0, 2]
  var PAGES = 2 + RIGHT.length + 1
  var PASS = 60

  var findApi = function () {
    var frame = window
    for (var depth = 0; depth < 8 && frame; depth += 1) {
      if (frame.API) return frame.API
      if (!frame.parent || frame.parent === frame) break
      frame = frame.parent
    }
    return null
  }
  var api = findApi()
  var getValue = function (name) {
    return api ? api.LMSGetValue(name) : ''
  }
  var setValue = function (name, value) {
    if (api) api.LMSSetValue(name, String(value))
  }
  var byId = function (id) {
    return document.getElementById(id)
  }

  var startedAt = Date.now()
  var state = { language: null, page: 0, given: [] }
  if (api) api.LMSInitialize('')
  try {
    state = Object.assign(state, JSON.parse(getValue('cmi.suspend_data') || '{}'))
  } catch {
    // The stored state cannot be read: start from the beginning.
  }
  var preferredLanguages = [state.language]
    .concat(navigator.languages || [])
    .map(function (code) {
      return String(code || '').slice(0, 2)
    })
    .filter(function (code) {
      return words[code]
    })
  state.language = preferredLanguages[0] || 'en'

  var percent = function () {
    var right = RIGHT.filter(function (choiceIndex, index) {
      return state.given[index] === choiceIndex
    })
    return Math.round((right.length / RIGHT.length) * 100)
  }
  var saveState = function () {
    setValue('cmi.suspend_data', JSON.stringify(state))
    setValue('cmi.core.lesson_location', state.page)
    if (state.page === PAGES - 1) {
      setValue('cmi.core.score.min', 0)
      setValue('cmi.core.score.max', 100)
      setValue('cmi.core.score.raw', percent())
      setValue('cmi.core.lesson_status', percent() >= PASS ? 'passed' : 'failed')
    } else if (getValue('cmi.core.lesson_status') === 'not attempted')
      setValue('cmi.core.lesson_status', 'incomplete')
    if (api) api.LMSCommit('')
  }

  var button = function (text, onClick) {
    var element = document.createElement('button')
    element.type = 'button'
    element.textContent = text
    element.addEventListener('click', onClick)
    return element
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
    var slider = document.createElement('input')
    slider.type = 'range'
    slider.max = '94'
    slider.value = '90'
    var sentence = document.createElement('p')
    var drawBars = function () {
      var from = Number(slider.value)
      bars.forEach(function (bar, index) {
        bar.style.width = ((values[index] - from) / (values[1] - from)) * 80 + '%'
      })
      var times = ((values[1] - from) / (values[0] - from)).toFixed(2)
      sentence.textContent = text.looks.replace('{from}', from).replace('{times}', times)
    }
    slider.addEventListener('input', drawBars)
    label.appendChild(document.createTextNode(text.from))
    label.appendChild(slider)
    stage.append(box, label, sentence)
    drawBars()
  }

  var question = function (stage, text, index) {
    var list = document.createElement('div')
    list.className = 'choices'
    var given = state.given[index]
    text.choices.forEach(function (choice, choiceIndex) {
      var element = button(choice, function () {
        if (state.given[index] !== undefined) return
        state.given[index] = choiceIndex
        saveState()
        render(false)
      })
      element.setAttribute('aria-pressed', String(given === choiceIndex))
      if (given !== undefined) {
        element.disabled = given !== choiceIndex
        if (choiceIndex === RIGHT[index]) element.className = 'right'
      }
      list.appendChild(element)
    })
    stage.appendChild(list)
    if (given !== undefined)
      byId('answer').textContent =
        (given === RIGHT[index] ? words[state.language].right : words[state.language].wrong) + ' ' + text.why
  }

  var render = function (movesFocus) {
    var text = words[state.language]
    var page = state.page
    document.documentElement.lang = state.language
    document.documentElement.dir = state.language === 'ar' ? 'rtl' : 'ltr'
    byId('step').textContent = text.step.replace('{page}', page + 1).replace('{pages}', PAGES)
    byId('languages').replaceChildren.apply(
      byId('languages'),
      Object.keys(words).map(function (language) {
        var element = button(words[language].name, function () {
          state.language = language
          saveState()
          render(true)
        })
        element.lang = language
        element.setAttribute('aria-pressed', String(language === state.language))
        return element
      }),
    )
    var stage = byId('stage')
    stage.replaceChildren()
    byId('answer').textContent = ''
    var questionIndex = page - 2
    var isQuestion = questionIndex >= 0 && questionIndex < RIGHT.length
    var content = isQuestion ? text.questions[questionIndex] : page < 2 ? text.pages[page] : text.end
    byId('title').textContent = content.title
    byId('words').textContent = content.words.replace('{percent}', percent())
    if (page === 1) chart(stage, text)
    if (isQuestion) question(stage, content, questionIndex)
    byId('back').textContent = text.back
    byId('next').textContent = text.next
    byId('back').hidden = page === 0
    byId('next').hidden = page === PAGES - 1
    byId('next').disabled = isQuestion && state.given[questionIndex] === undefined
    if (movesFocus) byId('title').focus()
  }

  var turnPage = function (offset) {
    state.page = Math.min(PAGES - 1, Math.max(0, state.page + offset))
    saveState()
    render(true)
  }
  byId('back').addEventListener('click', function () {
    turnPage(-1)
  })
  byId('next').addEventListener('click', function () {
    turnPage(1)
  })

  var twoDigits = function (value) {
    return String(value).padStart(2, '0')
  }
  var hasEnded = false
  window.addEventListener('pagehide', function () {
    if (!api || hasEnded) return
    hasEnded = true
    var seconds = Math.round((Date.now() - startedAt) / 1000)
    var sessionTime = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map(twoDigits)
      .join(':')
    setValue('cmi.core.session_time', sessionTime)
    setValue('cmi.core.exit', state.page === PAGES - 1 ? '' : 'suspend')
    api.LMSFinish('')
  })
  render(false)
})()
