/** What programs other than LibreOffice write into an .xlsx. */
import { describe, expect, it } from 'vitest';
import { parseXml } from '../src/xml.ts';
import { plain, readBytes } from './reading.ts';
import { makeWorkbook, sheetXml, type WorkbookPlan } from './workbooks.ts';
import { makeZip } from './zip-writer.ts';

const read = (plan: WorkbookPlan) => readBytes(makeWorkbook(plan));
const rowsOf = async (data: string, rest: Partial<WorkbookPlan> = {}) =>
  plain(await read({ sheets: [data], ...rest }));

const dates =
  '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>';

describe('the cells of a workbook', () => {
  it('may have texts of their own, shared ones, and results of formulas', async () => {
    const data =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>in</t></is></c>' +
      '<c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1&amp;"x"</f><v>inx</v></c>' +
      '<c r="D1"><f>1+1</f><v>2</v></c><c r="E1"><f>NOW()</f></c><c r="F1" t="e"><v>#N/A</v></c>' +
      '<c r="G1" t="b"><v>1</v></c><c r="H1" t="b"><v>0</v></c></row>';
    const strings = '<si><t>zero</t></si><si><t xml:space="preserve"> one &amp; 1 </t></si>';
    const cells = ['in', ' one & 1 ', 'inx', '2', '', '#N/A', 'TRUE', 'FALSE'];
    expect(await rowsOf(data, { strings })).toEqual([[1, cells]]);
  });

  it('may have rich texts, without their phonetic hints', async () => {
    const rich =
      '<r><t>Dear </t></r><r><rPr><b/></rPr><t>Ali</t></r><rPh sb="0" eb="1"><t>ari</t></rPh>';
    const data = `<row r="1"><c t="s"><v>0</v></c><c t="inlineStr"><is>${rich}</is></c></row>`;
    expect(await rowsOf(data, { strings: `<si>${rich}</si>` })).toEqual([
      [1, ['Dear Ali', 'Dear Ali']],
    ]);
  });

  it('may hold what XML cannot, which damages that cell alone', async () => {
    const data = '<row><c t="str"><v>A\x07li</v></c><c t="str"><v>B_x0007_</v></c></row>';
    expect(await rowsOf(data)).toEqual([[1, ['A\ufffdli', 'B\x07']]]);
  });

  it.each(['&#7;', '&#x0007;', '&#x1f;', '&#0;', '&#xD800;', '&#xFFFF;'])(
    'may hold it by its number, %s, wherever the file is cut',
    async (it) => {
      const data = `<row><c t="str"><v>A${it}li</v></c><c t="str"><v>&#65;&#x9;&amp;</v></c></row>`;
      expect(await rowsOf(data)).toEqual([[1, ['A\ufffdli', 'A\t&']]]);
      const seen: string[] = [];
      const octets = Buffer.from(`<v>A${it}li</v>`);
      const pieces = async function* () {
        for (const octet of octets) yield Buffer.of(octet);
      };
      const handlers = { open: () => undefined, text: (text: string) => seen.push(text) };
      await parseXml(pieces(), handlers, { mostCharacters: 100 });
      expect(seen.join('')).toBe('A\ufffdli');
    },
  );

  it('get their place by order when they do not state it', async () => {
    const data =
      '<row><c><v>1</v></c><c><v>2</v></c></row><row/>' +
      '<row><c r="C3"><v>3</v></c><c><v>4</v></c></row>';
    expect(await rowsOf(data)).toEqual([
      [1, ['1', '2']],
      [3, ['', '', '3', '4']],
    ]);
  });

  it('have numbers in full', async () => {
    const numbers = [
      '9.23001234567E11',
      '923001234567',
      '1E-3',
      '0.30000000000000004',
      '007',
      '-1',
    ];
    const data = `<row>${numbers.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`;
    expect(await rowsOf(data)).toEqual([
      [1, ['923001234567', '923001234567', '0.001', '0.3', '7', '-1']],
    ]);
  });

  it('have leading zeros as displayed', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="0000"/>' +
      '<numFmt numFmtId="165" formatCode="00000\\-0000000\\-0"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="1"/><xf numFmtId="164"/><xf numFmtId="165"/>' +
      '</cellXfs>';
    const data =
      '<row><c s="2"><v>42</v></c><c s="3"><v>110112345671</v></c><c s="1"><v>42</v></c>' +
      '<c><v>42</v></c><c s="2"><v>42.5</v></c><c s="2" t="str"><f>A1</f><v>42</v></c></row>';
    expect(await rowsOf(data, { styles })).toEqual([
      [1, ['0042', '01101-1234567-1', '42', '42', '42.5', '42']],
    ]);
  });

  it('have dates as displayed', async () => {
    const data =
      '<row><c s="1"><v>46082</v></c><c s="2"><v>46082</v></c><c s="3"><v>46082.5</v></c>' +
      '<c s="2" t="d"><v>2026-03-01T00:00:00.000</v></c><c t="d"><v>2026-03-01</v></c></row>';
    expect(await rowsOf(data, { styles: dates })).toEqual([
      [1, ['01-03-2026', '2026-03-01', '01-03-2026 12:00', '2026-03-01', '2026-03-01']],
    ]);
  });

  it('have dates that count from 1904', async () => {
    const data = '<row><c s="2"><v>44620</v></c><c s="1"><v>44889</v></c></row>';
    expect(await rowsOf(data, { styles: dates, date1904: true })).toEqual([
      [1, ['2026-03-01', '25-11-2026']],
    ]);
  });

  it.each([
    ['the sheet’s own format as it is shown, month first too', 'm/d/yyyy', '11/25/2026'],
    ['the same with the year in short', 'm/d/yy', '11/25/26'],
    ['day first', 'dd/mm/yyyy', '25/11/2026'],
    ['names of months', 'd\\-mmm\\-yy', '25-Nov-26'],
    ['those that a program wrote with the language', '[$-409]d mmm yyyy;@', '25 Nov 2026'],
    [
      'the machine’s long format',
      '[$-F800]dddd\\,\\ d\\ mmmm\\ yyyy',
      'Wednesday, 25 November 2026',
    ],
  ])('have dates in %s', async (_, format, shown) => {
    const styles =
      `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts>` +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    const data = '<row><c s="1"><v>46351</v></c></row>';
    expect(await rowsOf(data, { styles })).toEqual([[1, [shown]]]);
  });

  it('have dates in the system’s default format day first, however it is spelt', async () => {
    const ids = [14, 22, 27, 31, 36, 50, 58, 71, 78];
    const styles =
      '<numFmts><numFmt numFmtId="14" formatCode="m/d/yyyy"/></numFmts>' +
      `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const data = `<row>${ids.map((_, at) => `<c s="${at}"><v>46351.5</v></c>`).join('')}</row>`;
    const withTime = new Set([22, 78]);
    const shown = ids.map((id) => (withTime.has(id) ? '25-11-2026 12:00' : '25-11-2026'));
    expect(await rowsOf(data, { styles })).toEqual([[1, shown]]);
  });

  it('have escaped characters; NUL damages its cell', async () => {
    const data = '<row><c t="str"><v>a_x000A_b_x0000_c_x005F_</v></c></row>';
    expect(await rowsOf(data)).toEqual([[1, ['a\nb\ufffdc_']]]);
  });

  it('are read up to ZZ; empty styled ones beyond do not matter', async () => {
    const data = '<row><c r="ZZ1"><v>1</v></c><c r="AAA1" s="0"/></row>';
    const [row] = await rowsOf(data);
    expect(row?.[1]).toHaveLength(702);
  });
});

describe('a workbook', () => {
  it('is read at its first visible sheet that is not empty', async () => {
    const reading = await read({
      sheets: [
        { data: '<row><c><v>1</v></c></row>', state: 'hidden' },
        { data: '<row><c><v>2</v></c></row>', state: 'veryHidden' },
        '<row r="5"><c s="0"/></row>',
        '<row r="7"><c><v>4</v></c></row>',
        '<row><c><v>5</v></c></row>',
      ],
    });
    expect(plain(reading)).toEqual([[7, ['4']]]);
    expect(reading.result).toEqual({ kind: 'read', fileKind: 'xlsx', rows: 1 });
  });

  it('may use a prefix for its elements', async () => {
    const part =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      '<x:sheetData>' +
      '<x:row r="1"><x:c r="A1"><x:v>923001234567</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const parts = [{ name: 'xl/worksheets/s0.xml', data: part }];
    expect(plain(await read({ sheets: [''], parts }))).toEqual([[1, ['923001234567']]]);
  });

  it('may be in the strict format', async () => {
    const strict = 'http://purl.oclc.org/ooxml';
    const rels = (id: string, type: string, target: string): string =>
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="${id}" Type="${strict}/officeDocument/relationships/${type}"` +
      ` Target="${target}"/></Relationships>`;
    const main = `${strict}/spreadsheetml/main`;
    const file = makeZip([
      { name: '_rels/.rels', data: rels('w', 'officeDocument', '/xl/book.xml') },
      {
        name: 'xl/book.xml',
        data:
          `<workbook xmlns="${main}" xmlns:r="${strict}/officeDocument/relationships">` +
          '<sheets><sheet name="a" sheetId="1" r:id="s"/></sheets></workbook>',
      },
      { name: 'xl/_rels/book.xml.rels', data: rels('s', 'worksheet', 'one.xml') },
      {
        name: 'xl/one.xml',
        data: sheetXml('<row><c><v>1</v></c></row>').replace(/xmlns="[^"]+"/, `xmlns="${main}"`),
      },
    ]);
    expect(plain(await readBytes(file))).toEqual([[1, ['1']]]);
  });

  it('may be written in UTF-16', async () => {
    const text =
      '\u{feff}<worksheet><sheetData><row><c t="str"><v>شکریہ</v></c></row></sheetData>' +
      '</worksheet>';
    const parts = [{ name: 'xl/worksheets/s0.xml', data: Buffer.from(text, 'utf16le') }];
    expect(plain(await read({ sheets: [''], parts }))).toEqual([[1, ['شکریہ']]]);
  });

  it('is empty without any content', async () => {
    const { result } = await read({ sheets: ['<row r="1"><c r="A1"/></row>', ''] });
    expect(result).toEqual({ kind: 'refused', fault: { kind: 'empty' } });
  });
});
