export const QUERIES = ["запрос", "запроса", "запросов"] as const;
