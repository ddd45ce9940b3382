import { article, singleChoice, quiz, video, type DemoCourse } from '../course-kit.ts'
import { sqlArabicPractice } from '../problems/languages.ts'

export const sqlCourse: DemoCourse = {
  title: 'مدخل إلى SQL: من السؤال إلى الجواب',
  difficulty: 'beginner',
  price: 'free',
  cover: { motif: 'link', hue: 230 },
  sections: [
    {
      title: 'سؤال جدول واحد',
      topics: [
        {
          title: 'الصفوف والأعمدة',
          freePreview: true,
          items: [
            article(
              'جدول واحد، نوع واحد من الأشياء',
              `<h2>ما الجدول؟</h2>
<p>يضم الجدول حقائق عن نوع واحد من الأشياء. كل <strong>صف</strong> شيء واحد، وكل <strong>عمود</strong> حقيقة نسجلها عن كل شيء. وهذا جدول الطلبات <code>orders</code> الذي سيرافقنا:</p>
<table><thead><tr><th>id</th><th>customer_id</th><th>city</th><th>total</th></tr></thead><tbody><tr><td>101</td><td>2</td><td>جدة</td><td>40</td></tr><tr><td>102</td><td>1</td><td>الرياض</td><td>15</td></tr><tr><td>103</td><td>9</td><td>جدة</td><td>60</td></tr><tr><td>104</td><td>2</td><td>الدمام</td><td>25</td></tr></tbody></table>
<p>لاحظ ثلاثة أمور قبل أي استعلام:</p>
<ul><li><strong>ترتيب الصفوف لا معنى له.</strong> الجدول مجموعة لا قائمة، ومن أراد ترتيبًا فعليه أن يطلبه.</li><li><strong>لكل عمود نوع.</strong> المبلغ عدد يُجمع، والمدينة نص لا يُجمع.</li><li><strong>عمود واحد يسمّي الصف.</strong> لا يتكرر <code>id</code> أبدًا، وهو المفتاح الأساسي.</li></ul>
<p>برنامج الجداول يقبل أن تكتب «أربعون» في خانة المبلغ، أما قاعدة البيانات فترفض. هذه الصرامة تبدو عبئًا في اليوم الأول، ثم تصير صديقًا في كل يوم بعده.</p>`,
            ),
            quiz('الجداول: تحقّق', [
              singleChoice(
                'ماذا يمثل الصف الواحد في جدول الطلبات؟',
                'طلبًا واحدًا',
                ['عميلًا واحدًا', 'عمودًا', 'طلبات يوم كامل'],
                'الصف شيء واحد من النوع الذي يصفه الجدول.',
              ),
              singleChoice(
                'طلبان للعميل نفسه: أي عمود يجب أن يختلف؟',
                'id',
                ['customer_id', 'city', 'total'],
                'المفتاح الأساسي لا يتكرر، وما عداه قد يتساوى.',
              ),
              singleChoice(
                'قرأت جدولًا دون أن تطلب ترتيبًا. ماذا تعرف عن تسلسل الصفوف؟',
                'لا شيء، فقد يتغير',
                ['هو بحسب id', 'الأحدث أولًا', 'أبجدي'],
                'بلا ORDER BY لا وعد بأي ترتيب.',
              ),
            ]),
          ],
        },
        {
          title: 'الأمران SELECT وWHERE',
          items: [
            article(
              'أي أعمدة؟ وأي صفوف؟',
              `<h2>أول استعلام</h2>
<p>تسمّي <code>FROM</code> الجدول، وتسمّي <code>SELECT</code> الأعمدة، وتحمل <code>WHERE</code> شرطًا يُسأل عنه كل صف على حدة.</p>
<pre><code class="language-sql">SELECT id, total
FROM orders
WHERE city = 'جدة' AND total &gt; 45;</code></pre>
<p>الجواب جدول أيضًا، وفيه هنا صف واحد هو الطلب 103. وهذه أنفع فكرة في اللغة كلها: بما أن كل جواب جدول، يمكن أن نسأله من جديد. ولا يغيّر <code>SELECT</code> شيئًا من المخزون، فجرّب بلا خوف.</p>
<h3>القيمة المجهولة</h3>
<p>القيمة الناقصة اسمها <code>NULL</code> ومعناها «لا نعلم». هل المدينة المجهولة تساوي جدة؟ لا أحد يعلم، فلا يبقى الصف. وهل تختلف عنها؟ لا أحد يعلم كذلك. فإذا أردت هذه الصفوف فاسأل صراحة: <code>WHERE city IS NULL</code>.</p>
<h3>الترتيب</h3>
<p>تضع <code>ORDER BY total DESC</code> الأكبر أولًا. وأضف عمودًا ثانيًا لحسم التعادل، مثل <code>ORDER BY total DESC, id</code>، ليكون التسلسل واحدًا في كل مرة.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'التجميع والربط',
      topics: [
        {
          title: 'سطر لكل مجموعة',
          items: [
            article(
              'أكوام قبل المجاميع',
              `<h2>كم تجلب كل مدينة؟</h2>
<p>هذا السؤال يحتاج عددًا لكل مدينة. تضع <code>GROUP BY</code> الصفوف المتشابهة في كومة واحدة، ثم تُطوى كل كومة على حدة.</p>
<pre><code class="language-sql">SELECT city, COUNT(*) AS orders, SUM(total) AS revenue
FROM orders
GROUP BY city
ORDER BY revenue DESC;</code></pre>
<table><thead><tr><th>city</th><th>orders</th><th>revenue</th></tr></thead><tbody><tr><td>جدة</td><td>2</td><td>100</td></tr><tr><td>الدمام</td><td>1</td><td>25</td></tr><tr><td>الرياض</td><td>1</td><td>15</td></tr></tbody></table>
<h3>القاعدة وراء الخطأ الشهير</h3>
<p>بعد التجميع يبقى صف واحد لكل كومة، فلا بد أن يكون العمود المطلوب إما ممّا جمّعنا به وإما مطويًّا. وطلب <code>id</code> هنا بلا معنى: أيّ رقمَي جدة نختار؟ لذلك ترفض القاعدة الحريصة.</p>
<p>أما الشروط فنوعان: <code>WHERE</code> تقرر في شأن الصفوف قبل التجميع، و<code>HAVING</code> تقرر في شأن المجموعات بعده، فالشرط <code>HAVING SUM(total) &gt; 20</code> يُسقط الرياض.</p>`,
            ),
            quiz('التجميع: تحقّق', [
              singleChoice(
                'كم صفًا في جواب GROUP BY city على طلباتنا الأربعة؟',
                '3',
                ['4', '1', '2'],
                'صف لكل مدينة مختلفة.',
              ),
              singleChoice(
                'أين يوضع شرط «المجموعات التي فيها أكثر من طلب»؟',
                'HAVING',
                ['WHERE', 'ORDER BY', 'SELECT'],
                'عدد الطلبات لا يوجد إلا بعد التجميع.',
              ),
              singleChoice(
                'قيم 10 و20 وقيمة مجهولة: ما متوسطها بدالة AVG؟',
                '15',
                ['10', '30', 'مجهول'],
                'تُترك القيمة المجهولة في المجموع وفي المقسوم عليه.',
              ),
              singleChoice(
                'ما الترتيب الصحيح؟',
                'أولًا WHERE ثم GROUP BY ثم HAVING',
                ['أولًا GROUP BY ثم WHERE ثم HAVING', 'أولًا HAVING ثم WHERE ثم GROUP BY', 'كلها معًا'],
                'تُرشَّح الصفوف، ثم تُجمع، ثم تُرشَّح المجموعات.',
              ),
            ]),
          ],
        },
        {
          title: 'كيف يطابق الربط الصفوف',
          items: [
            video('الربط صفًا صفًا', 'join-matches-rows'),
            article(
              'لماذا تسكن الأسماء في جدول آخر؟',
              `<h2>كل حقيقة في مكان واحد</h2>
<p>طلباتنا تعرف رقم العميل ولا تعرف اسمه، وهذا مقصود. فلو كُتب الاسم في كل طلب ثم تغيّر، لوجب تصحيحه في مئة صف، ولنُسي واحد منها. لذلك يُكتب الاسم مرة واحدة في <code>customers</code>، وتشير إليه الطلبات.</p>
<pre><code class="language-sql">SELECT orders.id, customers.name, orders.total
FROM orders
JOIN customers ON orders.customer_id = customers.id;</code></pre>
<p>اقرأ سطر <code>ON</code> على أنه سؤال يُطرح على كل زوج من الصفوف: <em>هل ينتمي أحدكما إلى الآخر؟</em> والأزواج التي تجيب بنعم تصير صفوف الجواب.</p>
<h3>ثلاث نتائج</h3>
<ol><li>العميل الذي له طلبان يظهر مرتين، وليس هذا خطأ بل حقيقتان.</li><li>الطلب 103 يشير إلى عميل غير موجود، فلا شريك له ويسقط.</li><li>العميل الذي لم يطلب قط لا يظهر، فإن أردته فاستعمل <code>LEFT JOIN</code>.</li></ol>
<p>كلما أعاد الربط صفوفًا أقل أو أكثر مما توقعت فالسبب واحد من هذه الثلاثة.</p>`,
            ),
            quiz('الربط: تحقّق', [
              singleChoice(
                'أي صفوف يُسقطها الربط الداخلي؟',
                'الصفوف التي لا شريك لها',
                ['صفوف الجدول الأيمن', 'الصفوف المكررة', 'الصفوف ذات المبلغ صفر'],
                'لا يبقى إلا الأزواج التي تحقق شرط ON.',
              ),
              singleChoice(
                'عميل له ثلاثة طلبات: كم مرة يظهر في الربط؟',
                '3',
                ['1', '0', '2'],
                'صف لكل زوج متطابق.',
              ),
              singleChoice(
                'تريد كل العملاء، حتى من لم يطلب. أي ربط؟',
                'customers LEFT JOIN orders',
                ['customers JOIN orders', 'orders LEFT JOIN customers', 'لا يمكن'],
                'يُبقي الربط الأيسر كل صفوف الجدول الأول.',
              ),
            ]),
          ],
        },
        { title: 'تدريب: اكتب استعلامًا', items: sqlArabicPractice },
      ],
    },
  ],
}
