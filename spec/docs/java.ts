import { apiBase, fileOf, mediaTypeOf, targetOf } from './curl.ts';
import { answers, type SampleRequest } from './request.ts';

/** A program for Java 17 that sends the request, after those that it takes; the key is in `API_KEY`. */
export function java(request: SampleRequest): string {
  const all = [...(request.after ?? []), request];
  const hasFile = all.some(({ mediaType, body }) => mediaType && !body);
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
${hasFile ? 'import java.nio.file.Path;\n' : ''}
public class Example {
    public static void main(String[] arguments) throws Exception {
        var client = HttpClient.newHttpClient();
${all.map((one, index) => call(one, index === all.length - 1, all.length === 1 ? '' : String(index + 1))).join('\n\n')}
    }
}`;
}

function call(request: SampleRequest, isLast: boolean, number: string): string {
  const { body, mediaType, operation } = request;
  const publisher = !mediaType
    ? 'noBody()'
    : body
      ? `ofString(${text(body.text)})`
      : `ofFile(Path.of("${fileOf(request)}"))`;
  const lines = [
    `var request${number} = HttpRequest.newBuilder(URI.create("${apiBase}${targetOf(request)}"))`,
    '    .header("Authorization", "Bearer " + System.getenv("API_KEY"))',
    ...(mediaType ? [`    .header("Content-Type", "${mediaTypeOf(mediaType)}")`] : []),
    `    .method("${operation.method}", BodyPublishers.${publisher})`,
    '    .build();',
    `var response${number} = client.send(request${number}, BodyHandlers.ofString());`,
    `if (response${number}.statusCode() >= 400) throw new IllegalStateException(response${number}.body());`,
  ];
  if (isLast && answers(operation)) lines.push(`System.out.println(response${number}.body());`);
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => (line ? `        ${line}` : ''))
    .join('\n');
}

/** A string literal; a text block if it has several lines, which loses the line end before its closing quotes. */
function text(value: string): string {
  if (!value.includes('\n')) return JSON.stringify(value);
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""').replace(/ $/gm, '\\s');
  return `"""\n${escaped.replace(/^(?=.)/gm, '    ')}\\\n    """`;
}
